import type { TextProgress } from './text-database.ts'

export interface TextSettings {
  readonly path: string
  readonly isDurable: boolean
  readonly textPath: string
  readonly givesWay: boolean
}

export interface TextRequest {
  readonly type: 'follow' | 'close'
  readonly call: number
}

export type TextAnswer =
  | { readonly call: number; readonly progress: TextProgress }
  | { readonly call: number; readonly error: string }
