import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useConnectionState } from '../../api/live/use-live-stream.ts'
import { useTexts } from '../../i18n/texts.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { lowerInstallAlert, useInstall } from './install.ts'
import { keepAnswers, restoreAnswers } from './last-answers.ts'
import { checkForUpdate, startWorker } from './update.ts'
import { UpdateNote } from './update-note.tsx'

export function PwaHost({ onOpen }: { readonly onOpen: (path: string) => void }) {
  useServiceWorker()
  usePressedNotifications(onOpen)
  useLastAnswers()
  useInstallAlert()
  return <UpdateNote />
}

let started = false
/** Milliseconds. Until the page has loaded everything: on a slow line the worker's files would compete. */
const lookEveryMs = 1000

function useServiceWorker(): void {
  const client = useQueryClient()
  const connection = useConnectionState()
  const before = useRef(connection)
  useEffect(() => {
    // Not in development, where it would keep old code. Browsers have none over plain HTTP.
    if (started || !import.meta.env.PROD || !('serviceWorker' in navigator)) return
    const timer = setInterval(() => {
      if (client.isFetching() > 0) return
      clearInterval(timer)
      started = true
      startWorker().catch(() => {})
    }, lookEveryMs)
    return () => clearInterval(timer)
  }, [client])
  useEffect(() => {
    if (before.current !== 'live' && connection === 'live') void checkForUpdate()
    before.current = connection
  }, [connection])
}

/** A pressed push notification names the page to open (`service-worker/main.ts`). */
function usePressedNotifications(onOpen: (path: string) => void): void {
  useEffect(() => {
    const { serviceWorker } = navigator
    const onMessage = ({ data }: MessageEvent) => typeof data?.open === 'string' && onOpen(data.open)
    serviceWorker?.addEventListener('message', onMessage)
    serviceWorker?.startMessages()
    return () => serviceWorker?.removeEventListener('message', onMessage)
  }, [onOpen])
}

function useLastAnswers(): void {
  const client = useQueryClient()
  const connection = useConnectionState()
  useEffect(() => keepAnswers(client), [client])
  useEffect(() => {
    if (connection === 'offline') void restoreAnswers(client)
  }, [client, connection])
}

function useInstallAlert(): void {
  const { t } = useTexts()
  const { alert } = useInstall()
  useEffect(() => {
    if (!alert) return
    toast.error(t('errorPages.installFailed'))
    lowerInstallAlert()
  }, [alert, t])
}
