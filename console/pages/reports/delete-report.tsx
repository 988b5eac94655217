import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useAction, useOperationMutation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/dialog.tsx";

const { reports: words } = texts;

/** Deletes an upload after confirmation. In a list it is only an icon, for owners of the account. */
export function DeleteReport(props: {
  report: { report_id: string; file_title: string };
  small?: boolean;
  onDone?: () => void;
}) {
  const {
    report: { report_id, file_title },
    small = false,
    onDone,
  } = props;
  const [isConfirming, setIsConfirming] = useState(false);
  const isOwner = useAction("me", {}).data?.member.role === "owner";
  const remove = useOperationMutation("reports.delete", ["reports.search"]);
  const done = () => {
    setIsConfirming(false);
    onDone?.();
  };
  // A list does not say who uploaded a report; its own page does.
  if (small && !isOwner) return null;
  return (
    <>
      <Button
        kind={small ? "bare" : "bad"}
        aria-label={words.deleteOne(file_title)}
        onClick={() => setIsConfirming(true)}
      >
        <Trash2 size={15} aria-hidden />
        {!small && words.delete}
      </Button>
      {isConfirming && (
        <Confirm
          title={words.deleteOne(file_title)}
          text={words.deleteText}
          action={words.delete}
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate({ report_id }, { onSuccess: done })}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </>
  );
}
