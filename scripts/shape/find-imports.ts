import type { Import, SourceFile, Violation } from './source-file.ts'

/** `applies`: the files that the rule checks; `forbidden`: does this import break it? */
export function findImports(
  files: SourceFile[],
  applies: (path: string) => boolean,
  forbidden: (one: Import, path: string) => boolean,
): Violation[] {
  return files
    .filter(file => applies(file.path))
    .flatMap(file =>
      file.imports
        .filter(one => forbidden(one, file.path))
        .map(one => ({ path: file.path, line: one.line, found: `imports ${one.specifier}` })),
    )
}

/** Every match of a pattern in the code (without comments), as violations. */
export function findCode(files: SourceFile[], applies: (path: string) => boolean, pattern: RegExp): Violation[] {
  return files
    .filter(file => applies(file.path))
    .flatMap(file =>
      file.code.split('\n').flatMap((text, index) => {
        const match = pattern.exec(text)
        return match ? [{ path: file.path, line: index + 1, found: `says ${match[0].trim()}` }] : []
      }),
    )
}
