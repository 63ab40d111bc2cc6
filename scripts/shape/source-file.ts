/** A source file as the rules see it. All paths are relative to the project, with slashes. */
export interface SourceFile {
  path: string
  /** The text with comments blanked out, so that a word in a comment breaks no rule; lines keep their numbers. */
  code: string
  lineCount: number
  imports: Import[]
  functions: FunctionSpan[]
}

export interface FunctionSpan {
  /** Undefined for functions without a name of their own. */
  name: string | undefined
  line: number
  lineCount: number
}

export interface Import {
  specifier: string
  line: number
  /** `import type …`, which does not exist at run time. */
  typeOnly: boolean
  /** The imported file of this project; undefined for a package or a built-in. */
  target: string | undefined
  /** The package (`zod`, `@fastify/static`) or built-in (`node:http`); undefined for a file of this project. */
  package: string | undefined
}

/** What a rule found. `line` is missing if the whole file is meant. */
export interface Violation {
  path: string
  line?: number
  found: string
}

/** A rule of the architecture. Its `reason` is one sentence, printed with its findings. */
export interface Rule {
  name: string
  reason: string
  /** Warnings are printed, but fail nothing. */
  severity: 'error' | 'warning'
  /** @param paths every written file of the project, sources and others */
  check: (files: SourceFile[], paths: readonly string[]) => Violation[]
}
