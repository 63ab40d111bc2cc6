import type { VerifySchnorr } from './verify-schnorr.ts'

export type VerifierTier = 'library' | 'native' | 'wasm' | 'javascript'

export const verifierTiers: readonly VerifierTier[] = ['library', 'native', 'wasm', 'javascript']

export async function loadTier(tier: VerifierTier): Promise<VerifySchnorr | null> {
  try {
    if (tier === 'library') return (await import('./library-schnorr.ts')).verifyByLibrary
    if (tier === 'native') return (await import('./native-schnorr.ts')).verifyNative
    if (tier === 'wasm') return (await import('./wasm-schnorr.ts')).verifyWasm
    return (await import('./javascript-schnorr.ts')).verifyJavascript
  } catch {
    return null
  }
}

export async function loadBestTier(): Promise<{ tier: VerifierTier; verify: VerifySchnorr }> {
  for (const tier of verifierTiers) {
    const verify = await loadTier(tier)
    if (verify) return { tier, verify }
  }
  throw new Error('no way to check signatures could be loaded')
}
