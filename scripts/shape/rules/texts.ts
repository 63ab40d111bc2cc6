import { findCode } from '../find-imports.ts'
import { findLiteralTexts } from '../find-literal-texts.ts'
import { findMixedNames } from '../find-mixed-names.ts'
import { consoleRoomOf, isTest } from '../place.ts'
import { findTitleHabits, findTitles } from '../plain-words.ts'
import type { Rule } from '../source-file.ts'

const isConsoleCode = (path: string) => consoleRoomOf(path) !== undefined && !isTest(path)
const isComponent = (path: string) => isConsoleCode(path) && path.endsWith('.tsx')

/** Media and signed calls are for clients of the public door, which get English texts. */
const answersTheConsole = (path: string) =>
  !isTest(path) &&
  /^(apps\/(relay|wallet)|packages\/server)\/src\//.test(path) &&
  !/^apps\/relay\/src\/(media|nostr\/signed-calls)\//.test(path)

/** The class, an optional code, then a literal text. */
const answerInWords = /\bnew (ApiError\(\s*'\w+',|RefusedError\(|ChainError\()\s*['"`]/

export const textRules: Rule[] = [
  {
    name: 'no-literal-texts',
    reason: 'A component contains no texts: the catalogues contain them in every language.',
    severity: 'error',
    check: files => files.filter(({ path }) => isComponent(path)).flatMap(findLiteralTexts),
  },
  {
    name: 'names-apart',
    reason: 'What strangers wrote could turn the texts beside it: it has an element of its own, such as <bdi>.',
    severity: 'error',
    check: files => files.filter(({ path }) => isComponent(path)).flatMap(findMixedNames),
  },
  {
    name: 'written-by-locale',
    reason: 'ui/text/format.ts formats numbers and dates for people by locale; these calls ignore it.',
    severity: 'error',
    check: files => [
      ...findCode(
        files,
        isConsoleCode,
        /\.toFixed\(|\.toLocale\w*String\(|\.to(Date|Time|UTC)String\(|new Intl\.\w+\(\)/,
      ),
      ...findCode(files, isComponent, /\.toISOString\(|\bnew Date\([^)]*\)\.toString\(/),
    ],
  },
  {
    name: 'answers-in-contract',
    reason: "Servers' answers are in the contract (messages, refusals), so that the console can translate them.",
    severity: 'error',
    check: files => findCode(files, answersTheConsole, answerInWords),
  },
  {
    name: 'plain-words',
    reason: 'A test title is a sentence that an English-speaking engineer would write: subject, verb, object.',
    severity: 'error',
    check: files =>
      files
        .filter(({ path }) => isTest(path) && !path.startsWith('scripts/shape/cases/'))
        .flatMap(({ path, code }) =>
          findTitles(code).flatMap(({ title, line }) =>
            findTitleHabits(title).map(habit => ({ path, line, found: `${habit}: ${title}` })),
          ),
        ),
  },
]
