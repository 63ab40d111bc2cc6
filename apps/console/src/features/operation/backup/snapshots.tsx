import { type BackupSnapshot, linkSnapshot } from '@hornets/contract/admin/settings/backup'
import { useQuery } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { failureText, formFailureText } from '../../../api/calls/failure-text.ts'
import { follow } from '../../../api/calls/files/follow.ts'
import { urlOf } from '../../../api/server/addresses.ts'
import { useMay } from '../../../api/session/use-may.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Card } from '../../../ui/content/card.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../../ui/content/table.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { RowsSkeleton } from '../../../ui/states/rows-skeleton.tsx'
import { formatBytes, formatDateTime, formatNumber } from '../../../ui/text/format.ts'
import { snapshotsQuery } from './backup-queries.ts'

export function Snapshots() {
  const { t } = useTexts()
  const query = useQuery(snapshotsQuery)
  return (
    <Card title={t('backup.snapshots.title')} description={t('backup.snapshots.text')}>
      <div className="mt-3">
        <Loaded
          query={query}
          waiting={<RowsSkeleton rows={2} className="h-11" />}
          failed={t('backup.snapshots.failed')}
          failureOf={formFailureText}
        >
          {({ snapshots }) =>
            snapshots.length === 0 ? (
              <p className="text-muted text-small">{t('backup.snapshots.none')}</p>
            ) : (
              <SnapshotTable snapshots={snapshots} />
            )
          }
        </Loaded>
      </div>
    </Card>
  )
}

function SnapshotTable({ snapshots }: { readonly snapshots: readonly BackupSnapshot[] }) {
  const { t } = useTexts()
  const mayDownload = useMay(linkSnapshot)
  return (
    <Table caption={t('backup.snapshots.caption')}>
      <TableHead>
        <HeadCell>{t('backup.snapshots.time')}</HeadCell>
        <HeadCell numeric>{t('backup.snapshots.size')}</HeadCell>
        <HeadCell numeric className="max-md:hidden">
          {t('backup.snapshots.new')}
        </HeadCell>
        <HeadCell numeric className="max-md:hidden">
          {t('backup.snapshots.files')}
        </HeadCell>
        <HeadCell className="max-md:hidden">{t('backup.snapshots.encrypted')}</HeadCell>
        {mayDownload && (
          <HeadCell className="w-11">
            <span className="sr-only">{t('backup.snapshots.download')}</span>
          </HeadCell>
        )}
      </TableHead>
      <TableBody>
        {snapshots.map(one => (
          <SnapshotRow key={one.name} snapshot={one} mayDownload={mayDownload} />
        ))}
      </TableBody>
    </Table>
  )
}

function SnapshotRow({ snapshot, mayDownload }: { readonly snapshot: BackupSnapshot; readonly mayDownload: boolean }) {
  const { t } = useTexts()
  return (
    <Row>
      <Cell className="md:whitespace-nowrap">{formatDateTime(snapshot.created_at)}</Cell>
      <Cell numeric className="whitespace-nowrap">
        {formatBytes(snapshot.bytes)}
      </Cell>
      <Cell numeric className="whitespace-nowrap max-md:hidden">
        {formatBytes(snapshot.new_bytes)}
      </Cell>
      <Cell numeric className="max-md:hidden">
        {formatNumber(snapshot.files)}
      </Cell>
      <Cell className="max-md:hidden">{t(snapshot.is_encrypted ? 'backup.snapshots.yes' : 'backup.snapshots.no')}</Cell>
      {mayDownload && <Cell>{snapshot.is_encrypted && <Download snapshot={snapshot} />}</Cell>}
    </Row>
  )
}

function Download({ snapshot: { name, created_at } }: { readonly snapshot: BackupSnapshot }) {
  const { t } = useTexts()
  const [isAsking, setAsking] = useState(false)
  async function download(): Promise<void> {
    setAsking(true)
    try {
      const { path, bytes } = await api.call(linkSnapshot, { body: { name } })
      follow(urlOf(path), `backup-${name}.tar`)
      toast.info(t('backup.snapshots.downloading', { size: formatBytes(bytes) }))
    } catch (error) {
      toast.error(failureText(error))
    }
    setAsking(false)
  }
  return (
    <IconButton
      icon={FileDown}
      label={t('backup.snapshots.downloadOne', { time: formatDateTime(created_at) })}
      disabled={isAsking}
      onClick={() => void download()}
    />
  )
}
