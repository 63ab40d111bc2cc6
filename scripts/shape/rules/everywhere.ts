import { entriesMax, findCrowdedFolders } from '../crowded-folders.ts'
import { findCircles } from '../find-circles.ts'
import { findCode, findImports } from '../find-imports.ts'
import { isContext, isOpener, isTest } from '../place.ts'
import type { Rule } from '../source-file.ts'

const mayReadEnvironment = (path: string) =>
  isTest(path) || /(^|\/)(config|main|vite\.config|vitest\.config)\.ts$/.test(path)
/** Vitest runs it again for each file. */
const setUpForEachFile = ['scripts/testing/no-console-errors.ts', 'scripts/testing/end-stuck-files.ts']
const nounless = new Set(['util', 'utils', 'common', 'helper', 'helpers', 'types', 'misc'])
const maxLines = 400
const manyLines = 300
const maxLinesOfFunction = 100
/** In `open-<noun>.ts` and context/, which only construct. */
const maxLinesOfOpener = 60
/** The mails of a language are one file, so that a language is two. */
const isCatalogue = (path: string) => path.startsWith('apps/relay/src/mail/letters/')
/** Longer functions are few: the bound may fall, never rise. */
const linesOfMost = 60
const longFunctionsMax = 45
const mostLinesIn = (path: string) => (isOpener(path) || isContext(path) ? maxLinesOfOpener : maxLinesOfFunction)

/** Folder and file names on a path, without anything after the first dot: `utils` for `utils.test.ts`. */
const names = (path: string) => path.split('/').map(part => part.replace(/(?<=.)\..*$/, ''))

export const everywhereRules: Rule[] = [
  {
    name: 'environment-in-config',
    reason:
      'Only main.ts and config.ts read process.env: everything else receives what it needs, which makes it testable.',
    severity: 'error',
    check: files => findCode(files, path => !mayReadEnvironment(path), /\bprocess\.env\b|\benv\b.*from 'node:process'/),
  },
  {
    name: 'paths-are-no-addresses',
    reason: 'The path in a file: address has %20 for a space and a slash before C: — fileURLToPath converts it.',
    severity: 'error',
    check: files => findCode(files, () => true, /import\.meta\.url\)\.pathname|\bpathname\b.*=.*import\.meta\.url/),
  },
  {
    name: 'hooks-are-called-by-files',
    reason:
      'Only test files call beforeEach and its kin at the top: test files share modules, so a helper would do it for the first that imports it.',
    severity: 'error',
    check: files =>
      findCode(
        files,
        path => !/\.test\.tsx?$/.test(path) && !setUpForEachFile.includes(path),
        /^(before|after)(Each|All)\(/,
      ),
  },
  {
    name: 'main-is-the-end',
    reason: 'Nothing imports main.ts: it starts a program as soon as it is loaded.',
    severity: 'error',
    check: files =>
      findImports(
        files,
        () => true,
        one => /(^|\/)main\.tsx?$/.test(one.target ?? ''),
      ),
  },
  {
    name: 'named-for-its-noun',
    reason: 'No folder or file is called utils, common, helpers, types or misc: code lives with the noun it serves.',
    severity: 'error',
    check: files =>
      files.flatMap(({ path }) => {
        const name = names(path).find(part => nounless.has(part))
        return name ? [{ path, found: `is called ${name}` }] : []
      }),
  },
  {
    name: 'no-literal-spreads',
    reason: 'A list of values is not spread to keep them on one line: the formatter decides.',
    severity: 'error',
    check: files => findCode(files, () => true, /^\s*\.\.\.(\[[^[\]]*\]|\{[^{}]*\}),?$/),
  },
  {
    name: 'short-enough-to-read',
    reason: `No file but a language's texts has more than ${maxLines} lines: it would contain more than one thing.`,
    severity: 'error',
    check: files =>
      files
        .filter(({ path, lineCount }) => lineCount > maxLines && !isCatalogue(path))
        .map(file => ({ path: file.path, found: `has ${file.lineCount} lines` })),
  },
  {
    name: 'getting-long',
    reason: `A file of more than ${manyLines} lines is about to contain two things.`,
    severity: 'warning',
    check: files =>
      files
        .filter(({ path, lineCount }) => lineCount > manyLines && lineCount <= maxLines && !isCatalogue(path))
        .map(file => ({ path: file.path, found: `has ${file.lineCount} lines` })),
  },
  {
    name: 'one-thing-at-a-time',
    reason: `No function has more than ${maxLinesOfFunction} lines, and none of an opener or of context/, which only build parts, more than ${maxLinesOfOpener}.`,
    severity: 'error',
    check: files =>
      files
        .filter(({ path }) => !isTest(path))
        .flatMap(({ path, functions }) =>
          functions
            .filter(({ lineCount }) => lineCount > mostLinesIn(path))
            .map(({ name = 'a function', line, lineCount }) => ({
              path,
              line,
              found: `${name} has ${lineCount} lines`,
            })),
        ),
  },
  {
    name: 'few-long-functions',
    reason: `At most ${longFunctionsMax} functions have more than ${linesOfMost} lines: the bound may fall, never rise.`,
    severity: 'error',
    check: files => {
      const long = files
        .filter(({ path }) => !isTest(path))
        .flatMap(({ path, functions }) => functions.map(one => ({ ...one, path })))
        .filter(({ lineCount }) => lineCount > linesOfMost)
        .sort((one, other) => one.lineCount - other.lineCount)
      const [shortest] = long
      if (!shortest || long.length <= longFunctionsMax) return []
      const { path, line, lineCount, name = 'a function' } = shortest
      return [{ path, line, found: `${name} has ${lineCount} lines; ${long.length} functions are longer than allowed` }]
    },
  },
  {
    name: 'few-enough-to-scan',
    reason: `No folder has more than ${entriesMax} entries: sort them into folders by what they are about.`,
    severity: 'error',
    check: (_, paths) =>
      findCrowdedFolders(paths).map(({ folder, entries }) => ({
        path: folder || 'the root',
        found: `has ${entries} entries`,
      })),
  },
  {
    name: 'no-circles',
    reason: 'Imports form no cycle, of types neither: files in a cycle can only be read and changed together.',
    severity: 'error',
    check: files =>
      findCircles(files).map(circle => ({
        path: circle[0] ?? '',
        found: `imports itself: ${[...circle, circle[0]].join(' → ')}`,
      })),
  },
]
