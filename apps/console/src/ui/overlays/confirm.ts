import type { ReactNode } from 'react'
import { createRequests } from './requests.ts'

export interface Question {
  readonly title: string
  readonly text: ReactNode
  readonly action: string
  readonly cancel?: string
  readonly danger?: boolean
}

export type Asked = Question & { readonly answer: (yes: boolean) => void }

/** Rendered by ConfirmHost, in its own chunk. */
export const questions = createRequests<Asked>()

/** Asks before something irreversible. Resolves to the answer. */
export const confirm = (question: Question): Promise<boolean> =>
  new Promise(answer => questions.send({ ...question, answer }))
