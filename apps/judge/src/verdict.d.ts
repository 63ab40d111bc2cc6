import type { Scores } from './scores.ts';
export declare const modes: readonly ['basic', 'strict', 'full'];
export type Mode = (typeof modes)[number];
/** An answer of the family's contract. */
export interface Verdict {
    /** 0: harmless, 5: explicit. */
    readonly content_level: number;
    readonly decision: 'ALLOW' | 'FLAG' | 'BLOCK';
    readonly explanation: string;
    /** 0 to 1, that the decision is right. */
    readonly confidence: number;
    readonly category: 'explicit' | 'partial' | 'drawn' | 'safe';
}
export declare function verdictOf(scores: Scores, mode: Mode, threshold: number): Verdict;
/** Of several frames, the one that is judged most severely. */
export declare function worstOf(frames: readonly Scores[], mode: Mode): Scores | undefined;
