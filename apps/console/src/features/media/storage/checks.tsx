import { startFileJob } from '@hornets/contract/admin/files/file-changes'
import { type CheckRound, checkFiles, type FileFinding, getFileChecks } from '@hornets/contract/admin/files/file-checks'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { follow } from '../../../api/calls/files/follow.ts'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { staleOn } from '../../../api/queries/cached.ts'
import { useMay } from '../../../api/session/use-may.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { Badge } from '../../../ui/states/badge.tsx'
import { formatBytes, formatDateTime } from '../../../ui/text/format.ts'
import { shortenMiddle } from '../../../ui/text/shorten.ts'
import { useFileActions } from '../selection/use-file-actions.ts'

/** Milliseconds between reads of the progress during a round. */
const progressMs = 2000

const checksQuery = queryOptions({
  ...apiQuery(getFileChecks),
  refetchInterval: ({ state }) => (state.data?.round?.endedAt === null ? progressMs : false),
})

interface ChecksProps {
  readonly onFind: (hash: string) => void
}

export function Checks({ onFind }: ChecksProps) {
  const { t } = useTexts()
  const { data, error } = useQuery(checksQuery)
  if (error && !data)
    return (
      <p role="alert" className="text-bad text-small">
        {failureText(error)}
      </p>
    )
  if (!data) return null
  const { round, nextAt, waitsFor, bytesPerSecond, findings, total } = data
  const isRunning = round?.endedAt === null
  return (
    <section aria-label={t('media.checks.title')} className="grid gap-2 text-small">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold text-body">{t('media.checks.title')}</h3>
        {!isRunning && <CheckNow />}
      </div>
      {round ? <Round round={round} nextAt={nextAt} /> : <p>{t('media.checks.none')}</p>}
      {waitsFor.length > 0 && (
        <p role="status" className="text-warn">
          {t('media.checks.waits', { stores: waitsFor.map(store => t(`media.stores.${store}`)).join(', ') })}
        </p>
      )}
      <p className="text-caption text-muted">{t('media.checks.about', { bytes: formatBytes(bytesPerSecond) })}</p>
      {total === 0 && round?.endedAt && <p className="text-ok">{t('media.checks.good')}</p>}
      {total > 0 && (
        <>
          <p className="font-semibold text-bad">{t('media.checks.found', { count: total })}</p>
          <p>{t('media.checks.advice')}</p>
          <ul className="grid gap-1">
            {findings.map(finding => (
              <Finding key={finding.hash} finding={finding} onFind={onFind} />
            ))}
          </ul>
          {total > findings.length && (
            <p className="text-caption text-muted">{t('media.checks.more', { count: total - findings.length })}</p>
          )}
        </>
      )}
    </section>
  )
}

function CheckNow() {
  const { t } = useTexts()
  const client = useQueryClient()
  const mayCheck = useMay(checkFiles)
  const [isAsking, setAsking] = useState(false)
  async function check(): Promise<void> {
    setAsking(true)
    try {
      await api.call(checkFiles, { body: {} })
      toast.info(t('media.checks.begun'))
    } catch (error) {
      toast.error(failureText(error))
    }
    await client.invalidateQueries(staleOn('files'))
    setAsking(false)
  }
  if (!mayCheck) return null
  return (
    <Button size="small" loading={isAsking} onClick={() => void check()}>
      {t('media.checks.now')}
    </Button>
  )
}

function Round({ round, nextAt }: { readonly round: CheckRound; readonly nextAt: string | null }) {
  const { t } = useTexts()
  const { endedAt, files, bytes, filesDone, bytesDone } = round
  if (endedAt === null) {
    const share = files === 0 ? 1 : Math.min(1, filesDone / files)
    const amount = { done: filesDone, files: t('media.files', { count: files }), bytes: formatBytes(bytesDone) }
    return (
      <div className="grid gap-1">
        <p className="tabular-nums">{t('media.checks.running', amount)}</p>
        <span aria-hidden className="h-1 rounded-full bg-sunken">
          <span className="block h-full min-w-0.5 rounded-full bg-media" style={{ width: `${share * 100}%` }} />
        </span>
      </div>
    )
  }
  const amount = { files: t('media.files', { count: files }), bytes: formatBytes(bytes) }
  return (
    <p className="tabular-nums">
      {t('media.checks.last', { time: formatDateTime(endedAt), ...amount })}
      {nextAt && ` · ${t('media.checks.next', { time: formatDateTime(nextAt) })}`}
    </p>
  )
}

function Finding({ finding, onFind }: ChecksProps & { readonly finding: FileFinding }) {
  const { t } = useTexts()
  const actions = useFileActions()
  const mayDelete = useMay(startFileJob)
  const { hash, bytes, store, what, link } = finding
  const name = finding.name || t('media.checks.unnamed')
  return (
    <li className="flex items-center gap-1">
      <button
        type="button"
        onClick={() => onFind(hash)}
        className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 rounded-sm px-2 py-1.5 text-left hover:bg-sunken"
      >
        <Badge kind="bad">{t(`media.checks.${what}`)}</Badge>
        <span className="min-w-0 truncate">{name}</span>
        <span className="text-caption text-muted tabular-nums">
          {formatBytes(bytes)} · {t(`media.stores.${store}`)}
        </span>
        <code title={hash} className="font-mono text-caption text-muted">
          {shortenMiddle(hash, 8, 4)}
        </code>
      </button>
      {link && (
        <IconButton
          icon={Download}
          label={t('media.checks.download', { name })}
          onClick={() => follow(`${link}&download=1`, name)}
        />
      )}
      {mayDelete && (
        <IconButton
          icon={Trash2}
          label={t('media.checks.trash', { name })}
          onClick={() => void actions.trash({ selection: { hashes: [hash] }, files: 1, bytes })}
        />
      )}
    </li>
  )
}
