import { lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { loadTexts } from '../i18n/load-texts.ts'
import { lazy } from '../ui/page/lazy.tsx'

/** A page's chunk failed to load: the server is silent, or no longer has files of an old build. */
export class PageMissingError extends Error {
  override readonly name = 'PageMissingError'
}

/**
 * With its texts. Load failures get our own error: the router answers the browser's with a reload, empty when offline.
 */
export const lazyPage = (load: () => Promise<ComponentType>) => firstPage(withTexts(load))

/** A part of the shell in its own chunk, with its texts. */
export const lazyLater = <Props extends object>(load: () => Promise<ComponentType<Props>>) => lazy(withTexts(load))

const withTexts =
  <Part>(load: () => Promise<Part>) =>
  async () =>
    (await Promise.all([load(), loadTexts('later')]))[0]

/** A page whose texts are among the first, so that it waits for no others. */
export function firstPage(load: () => Promise<ComponentType>) {
  const fetchPage = async () => {
    try {
      return { Page: await load() }
    } catch (cause) {
      throw new PageMissingError('The page could not be fetched', { cause })
    }
  }
  return lazyRouteComponent(fetchPage, 'Page')
}
