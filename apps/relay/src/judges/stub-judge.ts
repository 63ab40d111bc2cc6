import type { ImageJudge, Verdict } from './image-judge.ts'

/** Flags everything, without a service. */
export class StubJudge implements Pick<ImageJudge, 'judge'> {
  async judge(): Promise<Verdict> {
    return {
      content_level: 3,
      decision: 'FLAG',
      explanation: 'everything is flagged',
      confidence: 1,
      category: 'stub',
      mode: null,
      threshold: null,
    }
  }
}
