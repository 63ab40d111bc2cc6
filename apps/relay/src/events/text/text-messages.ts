import type { TextProgress } from './text-database.ts'

export interface TextSettings {
  /** The event store's file. */
  readonly path: string
  readonly isDurable: boolean
  /** The text index's file. */
  readonly textPath: string
  /** Whether its thread has less of the processor than others. */
  readonly givesWay: boolean
}

export interface TextRequest {
  readonly type: 'follow' | 'close'
  readonly call: number
}

export type TextAnswer =
  | { readonly call: number; readonly progress: TextProgress }
  | { readonly call: number; readonly error: string }
