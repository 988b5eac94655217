import { Languages, LogOut, Monitor, Moon, Sun } from "lucide-react";
import { act } from "../api/actions.ts";
import { leaveAllTabs } from "../api/request.ts";
import { useAction } from "../api/use-api.ts";
import { texts } from "../texts/index.ts";
import { LANGUAGE_NAMES, LANGUAGES } from "../texts/languages.ts";
import { chooseLanguage, language } from "../texts/locale.ts";
import { Button } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import { SelectBox } from "../ui/field.tsx";
import { THEMES, useTheme } from "./theme.ts";

const ICONS = { system: Monitor, light: Sun, dark: Moon };

export function PersonMenu() {
  const me = useAction("me", {});
  const signOut = async () => {
    await act("sign_out", {});
    leaveAllTabs();
  };
  return (
    <div className="space-y-3 border-line border-t pt-3">
      <ThemeChoice />
      <LanguageChoice />
      <div className="flex min-h-10 items-center gap-2 px-1">
        <div className="min-w-0 grow leading-tight">
          <p className="truncate font-medium">{me.data?.member.name ?? "…"}</p>
          <p className="truncate text-dim text-xs">{me.data?.member.account_name}</p>
        </div>
        <Button
          kind="bare"
          onClick={() => void signOut()}
          aria-label={texts.shell.signOut}
          title={texts.shell.signOut}
        >
          <LogOut size={16} aria-hidden />
        </Button>
      </div>
    </div>
  );
}

function ThemeChoice() {
  const [theme, setTheme] = useTheme();
  return (
    <fieldset data-items className="flex gap-1 rounded-lg bg-soft p-1">
      <legend className="sr-only">{texts.shell.theme}</legend>
      {THEMES.map((name) => {
        const Icon = ICONS[name];
        return (
          <button
            key={name}
            type="button"
            aria-pressed={theme === name}
            aria-label={texts.shell.themes[name]}
            title={texts.shell.themes[name]}
            onClick={() => setTheme(name)}
            className={classNames(
              "flex min-h-7 grow items-center justify-center rounded-md",
              theme === name ? "bg-card text-ink shadow-xs" : "text-dim hover:text-ink",
            )}
          >
            <Icon size={15} aria-hidden />
          </button>
        );
      })}
    </fieldset>
  );
}

function LanguageChoice() {
  return (
    <div className="flex items-center gap-2 rounded-lg bg-soft pl-2">
      <Languages size={15} aria-hidden className="shrink-0 text-dim" />
      <SelectBox
        aria-label={texts.shell.language}
        className="min-h-9 w-full bg-transparent"
        value={language}
        onChange={({ target }) => {
          const chosen = LANGUAGES.find((known) => known === target.value);
          if (chosen) chooseLanguage(chosen);
        }}
      >
        {LANGUAGES.map((known) => (
          <option key={known} value={known} lang={known} className="bg-card">
            {LANGUAGE_NAMES[known]}
          </option>
        ))}
      </SelectBox>
    </div>
  );
}
