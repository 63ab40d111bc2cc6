import type { ComponentType } from 'react'
import { late } from '../../ui/page/late.tsx'

/** A screen in a chunk of its own, together with its texts: the login stays as light as it is. */
export function laterScreen<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return late(async () => {
    const [screen, { laterTexts }] = await Promise.all([load(), import('./texts/later-texts.ts')])
    await laterTexts
    return screen
  }).Part
}
