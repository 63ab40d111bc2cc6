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

/** Replaces a page that failed; the shell stays. A page that only failed to load is retried once the relay answers. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const { t } = useTexts()
  const router = useRouter()
  // During its first render the failed page and its edits still exist.
  useState(keepEdits)
  // Inside a frame of several pages, the frame's heading remains.
  const isPart = useParentMatches().length > framesAroundPages
  const isMissing = error instanceof PageMissingError
  const retry = useCallback(async () => {
    // A server that answers without this file has another version: only a new document knows its files.
    if (isMissing && (await isAnswering())) return location.reload()
    reset()
    void router.invalidate()
  }, [isMissing, reset, router])

  const connection = useConnectionState()
  const before = useRef(connection)
  useEffect(() => {
    const isBack = before.current !== 'live' && connection === 'live'
    before.current = connection
    // A broken page must not reload endlessly.
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

/** Without a network the version is unknown. */
const reasonOfMissing = (connection: ConnectionState) =>
  connection === 'offline' && !navigator.onLine ? 'pageOffline' : 'pageMissing'

const loadedAnewKey = 'pageLoadedAnewAt'
const againAfterMs = 60_000

/** Whether this tab was reloaded for a missing page within the last minute. Records a reload now. */
function wasLoadedAnew(): boolean {
  const before = Number(sessionStorage.getItem(loadedAnewKey) ?? 0)
  sessionStorage.setItem(loadedAnewKey, String(Date.now()))
  return Date.now() - before < againAfterMs
}

const isAnswering = () =>
  send({ method: health.method, path: health.path }).then(
    () => true,
    // A refusal is an answer too.
    (error: unknown) => error instanceof ApiError && error.status > 0 && error.status < 500,
  )
