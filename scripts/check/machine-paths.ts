import { readFileSync } from 'node:fs'
import { inProject } from '../setup/workspace.mjs'
import { projectFiles } from '../shape/project-files.ts'
import { findMachinePaths } from './find-machine-paths.ts'

const binary = /\.(png|jpe?g|webp|gif|ico|woff2?|mp4|wasm)$/
const ownTests = 'scripts/check/find-machine-paths.test.ts'

let found = 0
for (const file of projectFiles()) {
  if (binary.test(file) || file === ownTests) continue
  for (const { line, path } of findMachinePaths(readFileSync(inProject(file), 'utf8'))) {
    console.error(`${file}:${line}  ${path}`)
    found += 1
  }
}
process.exitCode = found > 0 ? 1 : 0
