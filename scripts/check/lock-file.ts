import { readFileSync } from 'node:fs'
import { inProject } from '../setup/workspace.mjs'
import { missingPackages } from './missing-packages.ts'

const missing = missingPackages(JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8')).packages)
for (const sentence of missing) console.error(sentence)
process.exitCode = missing.length > 0 ? 1 : 0
