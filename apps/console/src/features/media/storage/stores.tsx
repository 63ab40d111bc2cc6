import {
  type FileStore,
  getFileStores,
  moveFiles,
  setFileTarget,
  testFileStore,
} from '@hornets/contract/admin/files/file-stores'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { staleOn } from '../../../api/queries/cached.ts'
import { useMay } from '../../../api/session/use-may.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { confirm } from '../../../ui/overlays/confirm.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { Badge } from '../../../ui/states/badge.tsx'
import { formatBytes, formatMoment } from '../../../ui/text/format.ts'

export function Stores() {
  const { t } = useTexts()
  const { data, error } = useQuery(apiQuery(getFileStores))
  if (error && !data)
    return (
      <p role="alert" className="text-bad text-small">
        {failureText(error)}
      </p>
    )
  if (!data) return null
  if (data.stores.length === 1) return <p className="text-muted text-small">{t('media.stores.onlyDisk')}</p>
  const all = data.stores.reduce((sum, { files }) => sum + files, 0)
  return (
    <section aria-label={t('media.stores.title')} className="grid gap-3">
      <h3 className="font-semibold">{t('media.stores.title')}</h3>
      {data.stores.map(store => (
        <Store key={store.name} store={store} isTarget={store.name === data.target} elsewhere={all - store.files} />
      ))}
    </section>
  )
}

interface StoreProps {
  readonly store: FileStore
  readonly isTarget: boolean
  /** The number of files in other stores. */
  readonly elsewhere: number
}

function Store({ store, isTarget, elsewhere }: StoreProps) {
  const { t } = useTexts()
  const { name, place, files, bytes, isSetUp, downSince } = store
  const mayDecide = useMay(setFileTarget)
  const { working, run } = useWork()
  const put = { body: { store: name } }

  async function test(): Promise<void> {
    const { milliseconds } = await api.call(testFileStore, { params: { store: name } })
    toast.success(t('media.stores.works', { milliseconds }))
  }
  async function use(): Promise<void> {
    await api.call(setFileTarget, put)
    toast.success(t('media.stores.used'))
  }
  async function move(): Promise<void> {
    const question = { title: t('media.stores.moveTitle', { count: elsewhere }), text: t('media.stores.moveText') }
    if (!(await confirm({ ...question, action: t('media.stores.moveAction') }))) return
    await api.call(moveFiles, put)
    toast.info(t('media.stores.moveBegun'))
  }
  const button = (label: string, work: () => Promise<void>) => (
    <Button size="small" loading={working === label} disabled={working !== undefined} onClick={() => run(label, work)}>
      {label}
    </Button>
  )
  return (
    <div className="grid gap-2 rounded-md border border-line p-3 text-small">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="min-w-0 flex-1 basis-40">
          <span className="font-semibold">{t(`media.stores.${name}`)}</span>{' '}
          <span className="break-all text-muted">{place}</span>
        </p>
        {isTarget && <Badge kind="accent">{t('media.stores.target')}</Badge>}
        <span className="text-caption text-muted tabular-nums">
          {formatBytes(bytes)} · {t('media.files', { count: files })}
        </span>
      </div>
      {!isSetUp && (
        <p role="alert" className="text-bad">
          {t('media.stores.notSetUp')}
        </p>
      )}
      {downSince !== undefined && (
        <p role="alert" className="text-bad">
          {t('media.stores.away', { time: formatMoment(downSince) })}
        </p>
      )}
      {mayDecide && isSetUp && (
        <div className="flex flex-wrap gap-2">
          {button(t('media.stores.test'), test)}
          {!isTarget && button(t('media.stores.use'), use)}
          {elsewhere > 0 && button(t('media.stores.move'), move)}
        </div>
      )}
    </div>
  )
}

/** Runs one action at a time, tells its failure, and reads the stores again. */
function useWork() {
  const client = useQueryClient()
  const [working, setWorking] = useState<string>()
  async function run(label: string, work: () => Promise<void>): Promise<void> {
    setWorking(label)
    try {
      await work()
    } catch (error) {
      toast.error(failureText(error))
    }
    setWorking(undefined)
    await client.invalidateQueries(staleOn('files'))
  }
  return { working, run: (label: string, work: () => Promise<void>) => void run(label, work) }
}
