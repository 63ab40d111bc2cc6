import { readFileSync } from 'node:fs'
import { inProject } from '../setup/workspace.mjs'
import { checkWalks } from './check-walks.ts'
import { projectFiles } from './project-files.ts'
import { readSource } from './read-source.ts'
import { rules } from './rules/all.ts'

const isSource = /\.(ts|tsx|mts|mjs|js)$/
const paths = projectFiles()
const sources = paths
  .filter(path => isSource.test(path))
  .map(path => readSource(path, readFileSync(inProject(path), 'utf8')))

let errors = 0
for (const rule of rules) {
  const violations = rule.check(sources, paths)
  if (violations.length === 0) continue
  console.log(`\n${rule.name} (${rule.severity}): ${rule.reason}`)
  for (const { path, line, found } of violations) console.log(`  ${path}${line ? `:${line}` : ''}  ${found}`)
  if (rule.severity === 'error') errors += violations.length
}
for (const { path, found } of checkWalks(sources)) {
  errors += 1
  console.log(`\nscripts/shape/walks.ts: ${path} ${found}`)
}
console.log(`\n${sources.length} files, ${rules.length} rules, ${errors} broken`)
process.exitCode = errors > 0 ? 1 : 0
