import { health } from '@hornets/contract/admin/live'
import { type ErrorComponentProps, useParentMatches, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '../api/calls/api-error.ts'
import { send } from '../api/calls/transport.ts'
import type { ConnectionState } from '../api/live/live-stream.ts'
import { useConnectionState } from '../api/live/use-live-stream.ts'
import { useTexts } from '../i18n/texts.ts'
import { keepEdits } from '../page-end.ts'
import { ErrorState } from '../ui/states/error-state.tsx'
import { PageMissingError } from './lazy-page.ts'

/** The root and the shell. */
const framesAroundPages = 2

/** Stands in place of a page that failed; the shell around it lives on. A page that only could not be fetched comes by itself once the relay answers again. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const { t } = useTexts()
  const router = useRouter()
  // While this is drawn for the first time the page that failed is still there, and so are its edits.
  useState(keepEdits)
  // Within a frame of several pages the heading of that is there still.
  const isPart = useParentMatches().length > framesAroundPages
  const isMissing = error instanceof PageMissingError
  const retry = useCallback(async () => {
    // A server that answers but has no such file has another version: only its own document knows its files.
    if (isMissing && (await isAnswering())) return location.reload()
    reset()
    void router.invalidate()
  }, [isMissing, reset, router])

  const connection = useConnectionState()
  const before = useRef(connection)
  useEffect(() => {
    const isBack = before.current !== 'live' && connection === 'live'
    before.current = connection
    // A page that is broken, and not just away, would be loaded anew without end.
    if (isBack && isMissing && !wasLoadedAnew()) void retry()
  }, [connection, isMissing, retry])

  return (
    <ErrorState
      heading={isPart ? 'h2' : 'h1'}
      title={t('errors.title')}
      message={t(isMissing ? `errors.${reasonOfMissing(connection)}` : 'errors.pageFailed')}
      onRetry={() => void retry()}
      className="min-h-80"
    />
  )
}

/** Without a network nothing is known of versions. */
const reasonOfMissing = (connection: ConnectionState) =>
  connection === 'offline' && !navigator.onLine ? 'pageOffline' : 'pageMissing'

const loadedAnewKey = 'pageLoadedAnewAt'
const againAfterMs = 60_000

/** Has this tab been loaded anew for a missing page within the last minute? Notes that it now is. */
function wasLoadedAnew(): boolean {
  const before = Number(sessionStorage.getItem(loadedAnewKey) ?? 0)
  sessionStorage.setItem(loadedAnewKey, String(Date.now()))
  return Date.now() - before < againAfterMs
}

const isAnswering = () =>
  send({ method: health.method, path: health.path }).then(
    () => true,
    // Refused is answered, too.
    (error: unknown) => error instanceof ApiError && error.status > 0 && error.status < 500,
  )
