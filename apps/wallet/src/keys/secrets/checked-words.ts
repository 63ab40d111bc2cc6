import { createHash, timingSafeEqual } from 'node:crypto'
import { checkedWordsMin } from '@hornets/contract/wallet/set-up'

export interface PlacedWord {
  /** From 1. */
  readonly position: number
  readonly word: string
}

/** Whether enough places are named, each with its word. Takes equally long wherever a word is wrong. */
export function areTheirs(words: readonly string[], given: readonly PlacedWord[]): boolean {
  if (new Set(given.map(({ position }) => position)).size < checkedWordsMin) return false
  return timingSafeEqual(
    digestOf(given.map(({ word }) => word.trim().toLowerCase())),
    digestOf(given.map(({ position }) => words[position - 1] ?? null)),
  )
}

const digestOf = (words: readonly (string | null)[]): Buffer =>
  createHash('sha256').update(JSON.stringify(words)).digest()
