import type { Face } from './faces.ts'

const names = [
  'Amber',
  'Basil',
  'Cedar',
  'Dahlia',
  'Ember',
  'Fern',
  'Ginger',
  'Hazel',
  'Iris',
  'Juniper',
  'Kale',
  'Linden',
]

/** Made-up subscribers, for the demo alone and marked there (CONST-18, R-33). */
export const sampleFaces: readonly Face[] = names.map((name, index) => ({
  pubkey: (index + 1).toString(16).padStart(2, '0').repeat(32),
  name,
  metadata: { subscriptionTier: index % 3 === 0 ? '5 GB per month' : '1 GB per month' },
}))
