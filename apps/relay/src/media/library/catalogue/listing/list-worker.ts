import { workerData } from 'node:worker_threads'
import { answerCalls } from '../../../../database/answer-calls.ts'
import { FileLists } from './file-lists.ts'
import type { ListCall } from './list-thread.ts'

const lists = new FileLists(workerData as string)

answerCalls(({ name, about }: ListCall) => {
  const answer = lists[name].bind(lists) as (...about: readonly unknown[]) => unknown
  return answer(...about)
})
