import { WorkerCalls } from '../../../../database/worker-calls.ts'
import type { FileLists } from './file-lists.ts'

export type ListQuestion = Exclude<keyof FileLists, 'close'>

export interface ListReader {
  ask<Name extends ListQuestion>(
    name: Name,
    ...about: Parameters<FileLists[Name]>
  ): Promise<ReturnType<FileLists[Name]>>
}

export interface ListCall {
  readonly name: ListQuestion
  readonly about: readonly unknown[]
}

/** The lists on a thread of their own, which reads the index of files at the first question. */
export class ListThread implements ListReader {
  readonly #calls: WorkerCalls

  constructor(path: string) {
    this.#calls = new WorkerCalls(new URL('./list-worker.ts', import.meta.url), path)
  }

  async ask<Name extends ListQuestion>(
    name: Name,
    ...about: Parameters<FileLists[Name]>
  ): Promise<ReturnType<FileLists[Name]>> {
    const call: ListCall = { name, about }
    return (await this.#calls.ask(call)) as ReturnType<FileLists[Name]>
  }

  close(): Promise<void> {
    return this.#calls.close()
  }
}
