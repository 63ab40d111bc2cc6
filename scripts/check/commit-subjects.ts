import { newSubjects } from '../changed/changed-files.ts'
import { findSubjectFaults } from './find-subject-faults.ts'

let found = 0
for (const subject of newSubjects())
  for (const fault of findSubjectFaults(subject)) {
    console.error(`'${subject}' ${fault}`)
    found += 1
  }
process.exitCode = found > 0 ? 1 : 0
