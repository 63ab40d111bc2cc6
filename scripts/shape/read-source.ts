import { parseSync, Visitor } from 'oxc-parser'
import { resolveImport } from './resolve-import.ts'
import type { FunctionSpan, Import, SourceFile } from './source-file.ts'

/** Replaces comments with blanks; line breaks stay. */
function blankComments(text: string, comments: { start: number; end: number }[]): string {
  return comments.reduce(
    (blanked, { start, end }) =>
      blanked.slice(0, start) + blanked.slice(start, end).replace(/[^\n]/g, ' ') + blanked.slice(end),
    text,
  )
}

/** Lines of a text; a final line break starts no new line. */
const countLines = (text: string) => text.replace(/\n$/, '').split('\n').length

/** `path` is relative to the project. Throws SyntaxError if it cannot be parsed. */
export function readSource(path: string, text: string): SourceFile {
  const parsed = parseSync(path, text)
  const { module, comments, errors } = parsed
  const [error] = errors
  if (error) throw new SyntaxError(`${path}: ${error.message}`)

  const toImport = (specifier: string, start: number, typeOnly: boolean): Import => ({
    specifier,
    line: text.slice(0, start).split('\n').length,
    typeOnly,
    ...resolveImport(path, specifier),
  })
  const isTypeOnly = (start: number) => /^(import|export)\s+type\b/.test(text.slice(start, start + 40))

  const imports = [
    ...module.staticImports.map(one => toImport(one.moduleRequest.value, one.start, isTypeOnly(one.start))),
    ...module.staticExports.flatMap(one => {
      const [entry] = one.entries
      return entry?.moduleRequest ? [toImport(entry.moduleRequest.value, one.start, isTypeOnly(one.start))] : []
    }),
    ...module.dynamicImports.flatMap(one => {
      const written = /^(['"`])(.*)\1$/s.exec(text.slice(one.moduleRequest.start, one.moduleRequest.end))
      return written?.[2] ? [toImport(written[2], one.start, false)] : []
    }),
  ]
  let functions: FunctionSpan[] | undefined
  return {
    path,
    code: blankComments(text, comments),
    lineCount: countLines(text),
    imports,
    // Reading the whole tree takes most of the time, and only the shape asks for it.
    get functions() {
      functions ??= findFunctions(parsed.program, text)
      return functions
    },
  }
}

/** All functions, with those inside others. */
function findFunctions(program: Parameters<Visitor['visit']>[0], text: string): FunctionSpan[] {
  const functions: FunctionSpan[] = []
  const note = (node: { start: number; end: number; id?: { name: string } | null }) =>
    functions.push({
      name: node.id?.name,
      line: text.slice(0, node.start).split('\n').length,
      lineCount: countLines(text.slice(node.start, node.end)),
    })
  new Visitor({ FunctionDeclaration: note, FunctionExpression: note, ArrowFunctionExpression: note }).visit(program)
  return functions
}
