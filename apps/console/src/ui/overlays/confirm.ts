import type { ReactNode } from 'react'
import { createRequests } from './requests.ts'

export interface Question {
  readonly title: string
  /** The consequence, in numbers where it has any. */
  readonly text: ReactNode
  /** The verb on the button. */
  readonly action: string
  readonly cancel?: string
  readonly danger?: boolean
}

export type Asked = Question & { readonly answer: (yes: boolean) => void }

/** Drawn by ConfirmHost, which comes in a chunk of its own. */
export const questions = createRequests<Asked>()

/** Asks before something that cannot be undone. Resolves to the answer. */
export const confirm = (question: Question): Promise<boolean> =>
  new Promise(answer => questions.send({ ...question, answer }))
