import { availableParallelism } from 'node:os'
import { inProject } from '../setup/workspace.mjs'

/**
 * @typedef {object} Check
 * @property {string} name
 * @property {string} finds what it finds, for readers of the list
 * @property {string[]} args what Node is called with
 * @property {string} [warning] a word in the output that makes it worth showing even without a failure
 */

/** @param {...string} parts */
const tool = (...parts) => inProject('node_modules', ...parts)

/** The longest first, so that none runs alone at the end. @type {Check[]} */
export const checks = [
  {
    name: 'types',
    finds: 'type errors, in sources, tests and scripts',
    // Each of several checkers works out the shared types again: with all four, two cores need twice the time.
    args: [tool('typescript', 'bin', 'tsc'), '-b', '--checkers', String(Math.ceil(availableParallelism() / 4))],
  },
  {
    name: 'dead code',
    finds: 'files, exports and dependencies that nothing uses',
    args: [tool('knip', 'bin', 'knip.js'), '--no-progress'],
  },
  {
    name: 'lint and format',
    finds: "Biome's errors and differences in layout",
    args: [tool('@biomejs', 'biome', 'bin', 'biome'), 'ci', '--max-diagnostics=100'],
  },
  {
    name: 'shape',
    finds: 'imports, names and sizes that the architecture forbids',
    args: [inProject('scripts', 'shape', 'main.ts')],
    warning: '(warning)',
  },
  {
    name: 'lock file',
    finds: 'packages for other platforms that the lock file names but does not contain',
    args: [inProject('scripts', 'check', 'lock-file.ts')],
  },
  {
    name: 'ledger rows',
    finds: 'tests that name a row missing from the specification',
    args: [inProject('scripts', 'ledger', 'main.ts'), '--check'],
  },
  {
    name: 'machine paths',
    finds: "paths of one person's machine",
    args: [inProject('scripts', 'check', 'machine-paths.ts')],
  },
  {
    name: 'commit subjects',
    finds: "subjects of a branch's own commits that break the rule in CONTRIBUTING.md",
    args: [inProject('scripts', 'check', 'commit-subjects.ts')],
  },
]
