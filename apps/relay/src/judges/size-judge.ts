import type { ImageJudge, Verdict } from './image-judge.ts'

/** A judge that needs no service: flags what is too small to show anything, and asks another for the rest. */
export class SizeJudge {
  readonly #other: Pick<ImageJudge, 'judge'>
  readonly #leastBytes: number

  constructor(other: Pick<ImageJudge, 'judge'>, leastBytes = 100) {
    this.#other = other
    this.#leastBytes = leastBytes
  }

  async judge(content: Buffer, mimeType: string): Promise<Verdict> {
    if (content.length >= this.#leastBytes) return this.#other.judge(content, mimeType)
    const words = { explanation: 'too small to show anything', category: 'size' }
    return { decision: 'FLAG', content_level: 0, confidence: 1, ...words, mode: null, threshold: null }
  }
}
