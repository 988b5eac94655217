import { z } from "zod";
import { Failure } from "../../../kernel/errors.ts";
import { defineOperation } from "../../../kernel/operation.ts";
import { viewerOf } from "../../../kernel/viewer.ts";
import { type Database, inTransaction, type Sql } from "../../../platform/db/index.ts";
import { deleteAnswersAbout } from "../../access/index.ts";
import { keepMembers, listMembers, type Member } from "../../accounts/index.ts";
import { findSharer, mayChange, requireMayChange, type Sharer } from "./sharer.ts";
import { chooseReaders, Members, PEOPLE_MAX, SharedWith, sharedWith } from "./sharing.ts";
import { findSameFile, findUpload, listRestricted, lockUpload, saveSharing, type Upload } from "./store.ts";

const LISTED_MAX = 500;
const ReportId = z.string().min(1).max(60);

const Person = z
  .object({
    member_id: z.string().describe("Identifies the member"),
    name: z.string(),
    email: z.string().describe("E-mail address"),
  })
  .meta({ id: "SharingMember" });

const SharedUpload = z
  .object({
    report_id: z.string(),
    file_title: z.string(),
    shared_with: SharedWith,
    uploaded_by: Person.nullable().describe("Null when a key that no person created uploaded it"),
    members: z.array(Person).describe("Who may read it, when it is not shared with the whole account"),
    may_change: z
      .boolean()
      .describe("Whether you may change this: its uploader and owners of the account may"),
  })
  .meta({ id: "SharedUpload" });

export const shareReport = ({ db }: { db: Database }) =>
  defineOperation({
    id: "reports.share",
    summary: "Choose who in your account may read your upload",
    guide:
      "Everyone in the account, only its uploader, or also some members. Whoever may not read it finds nothing of it " +
      "anywhere: neither in searches, counts and answers nor in threads and alerts. Only the uploader and owners may change it.",
    scope: "reports:write",
    effect: "write",
    price: 0,
    perSecond: 5,
    rest: { method: "POST", path: "/v1/company_report/share" },
    mcp: false,
    input: z.strictObject({ report_id: ReportId, shared_with: SharedWith, members: Members.optional() }),
    output: SharedUpload,
    errors: ["report_not_found", "owner_only"],
    examples: [
      {
        title: "The report_id of reports.upload, for everyone in the account",
        input: { report_id: "rep_aaaaaaaaaaaa", shared_with: "account" },
      },
    ],
    async run({ caller }, { report_id, ...wanted }) {
      const sharer = await findSharer(db, viewerOf(caller));
      const upload = await inTransaction(db, async (sql) => {
        // A chosen member must not be removed before they are stored: removing them looks for what they read.
        await keepMembers(sql, sharer.accountId);
        await lockUpload(sql, report_id);
        const before = await requireChangeable(sql, sharer, report_id);
        // An upload of a key that no person created becomes that of the owner who restricts it.
        const uploader = before.uploaded_by ?? sharer.userId;
        const readers = await chooseReaders(sql, sharer, { uploader, ...wanted });
        if (readers === null) await requireOnlyOne(sql, report_id);
        const after = { ...before, readers, uploaded_by: readers === null ? before.uploaded_by : uploader };
        await saveSharing(sql, after);
        // Answers that are stored for repeated calls quote the report.
        if (readers !== null)
          await deleteAnswersAbout(sql, sharer.accountId, { reportId: report_id, keptFor: readers });
        return after;
      });
      const people = await listMembers(db, sharer.accountId, PEOPLE_MAX);
      return describe(upload, sharer, people);
    },
  });

async function requireChangeable(sql: Sql, sharer: Sharer, reportId: string): Promise<Upload> {
  const upload = await findUpload(sql, sharer, reportId);
  if (!upload) throw new Failure("report_not_found", { detail: "Only your own uploads can be shared." });
  requireMayChange(sharer, upload);
  return upload;
}

/** The same file is one report for the whole account. */
async function requireOnlyOne(sql: Sql, reportId: string): Promise<void> {
  const other = await findSameFile(sql, reportId);
  if (other !== undefined)
    throw new Failure("invalid_input", {
      detail: `shared_with: the account already has this file as ${other}`,
    });
}

export const showSharing = ({ db }: { db: Database }) =>
  defineOperation({
    id: "reports.sharing",
    summary: "Show who in your account may read your uploads",
    guide:
      "One upload, or without report_id those that not everyone in the account may read. An owner sees all of them, " +
      "by title, also those they may not read themselves.",
    scope: "reports:read",
    effect: "read",
    price: 0,
    perSecond: 5,
    rest: { method: "GET", path: "/v1/company_report/sharing" },
    mcp: false,
    input: z.strictObject({ report_id: ReportId.optional() }),
    output: z.object({
      uploads: z.array(SharedUpload).describe("The latest first, at most 500"),
      people: z.array(Person).describe("Who can be chosen, when you may change one of the uploads"),
    }),
    errors: ["report_not_found"],
    examples: [{ title: "Uploads that not everyone may read", input: {} }],
    async run({ caller }, { report_id }) {
      const sharer = await findSharer(db, viewerOf(caller));
      const found = report_id === undefined ? null : await findUpload(db, sharer, report_id);
      if (found === undefined) throw new Failure("report_not_found");
      const rows = found === null ? await listRestricted(db, sharer, LISTED_MAX) : [found];
      const people = await listMembers(db, sharer.accountId, PEOPLE_MAX);
      const uploads = rows.map((row) => describe(row, sharer, people));
      return {
        uploads,
        people: uploads.some(({ may_change }) => may_change) ? people.map(describePerson) : [],
      };
    },
  });

function describe(upload: Upload, sharer: Sharer, people: readonly Member[]): z.input<typeof SharedUpload> {
  const { report_id, file_title, uploaded_by, readers } = upload;
  const named = (ids: readonly string[]) => people.filter(({ id }) => ids.includes(id)).map(describePerson);
  return {
    report_id,
    file_title,
    shared_with: sharedWith(upload) ?? "account",
    uploaded_by: named(uploaded_by === null ? [] : [uploaded_by])[0] ?? null,
    members: named(readers ?? []),
    may_change: mayChange(sharer, upload),
  };
}

const describePerson = ({ id, name, email }: Member): z.input<typeof Person> => ({
  member_id: id,
  name,
  email,
});
