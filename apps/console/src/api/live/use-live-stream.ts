import { getStatus, type RelayStatus } from '@hornets/contract/admin/live'
import type { LiveTopic } from '@hornets/contract/live-topics'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { emitter } from '../../emitter.ts'
import { loggedOutText } from '../calls/api-error.ts'
import { gatherCalls } from '../calls/gather.ts'
import { keyOf, staleOn } from '../queries/cached.ts'
import { otherServer } from '../server/server.ts'
import { leaveBecause } from '../session/leave.ts'
import { readSession } from '../session/session.ts'
import { signInAgain } from '../session/sign-in-again.ts'
import { type ConnectionState, followLiveStream } from './live-stream.ts'

/** Changed data is refetched at most once in this time. */
const changedPauseMs = 2000

let state: ConnectionState = 'reconnecting'
const changes = emitter()

function setState(next: ConnectionState): void {
  if (next === state) return
  state = next
  changes.emit()
}

function subscribe(listener: () => void): () => void {
  const stop = changes.subscribe(listener)
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    stop()
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** State of the live stream; offline without a network, even before the stream notices. */
export function useConnectionState(): ConnectionState {
  return useSyncExternalStore(subscribe, () => (navigator.onLine ? state : 'offline'))
}

/** Puts the relay's status into the query cache and refetches changed data. */
export function useLiveStream(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const other = otherServer()
    if (other) {
      setState('polling')
      return other.poll(() => void queryClient.invalidateQueries())
    }
    const stop = new AbortController()
    const readAgain = gatherCalls(
      (topic: LiveTopic) => void queryClient.invalidateQueries(staleOn(topic)),
      changedPauseMs,
    )
    let missed = false
    void followLiveStream(
      {
        token: () => readSession()?.token,
        fetch: (...request) => fetch(...request),
        onUnauthorized: async token => {
          const isBack = await signInAgain({ token, isChange: false })
          if (!isBack) leaveBecause(loggedOutText)
          return isBack
        },
        wait: waitOrWake,
        onState: next => {
          // Changes during the outage were not reported: refetches everything on screen.
          if (next === 'live' && missed) void queryClient.invalidateQueries()
          missed = next !== 'live'
          setState(next)
        },
        onEvent: event => {
          if (event.name === 'status') void showStatus(queryClient, event.data)
          else readAgain(event.data.what)
        },
      },
      stop.signal,
    )
    return () => stop.abort()
  }, [queryClient])
}

/** An answer on its way may be older, and a status that stays the same is not told again. */
async function showStatus(queryClient: QueryClient, status: RelayStatus): Promise<void> {
  const queryKey = keyOf(getStatus)
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, status)
}

/** Ends early when the network returns or the tab becomes visible. */
function waitOrWake(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      document.removeEventListener('visibilitychange', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    window.addEventListener('online', end)
    document.addEventListener('visibilitychange', end)
    signal.addEventListener('abort', end)
  })
}
