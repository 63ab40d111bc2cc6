import { type BlockedPubkey, blockPubkey } from '@hornets/contract/admin/access'
import type { RowSelectionState } from '@tanstack/react-table'
import { Search, ShieldCheck, ShieldPlus, Upload } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { formFailureText } from '../../api/calls/failure-text.ts'
import { useRefusal } from '../../api/session/use-may.ts'
import { readPubkey } from '../../api/signers/pubkey.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useAsked } from '../../ui/page/use-asked.ts'
import { Alert } from '../../ui/states/alert.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { RowsSkeleton } from '../../ui/states/rows-skeleton.tsx'
import { sortBlocked } from './access-search.ts'
import { BlockDialog } from './block-dialog.tsx'
import { asEntry, exportCsv, searchBlocked } from './block-list.ts'
import { BlockedTable } from './blocked-table.tsx'
import { DeleteEventsDialog } from './delete-events-dialog.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { ExportMenu } from './lists/export-menu.tsx'
import { useAccessSearch } from './use-access-search.ts'
import { useBlockList } from './use-block-list.ts'

/** The block list. */
export function BlockedPubkeysPage() {
  const { t, language } = useTexts()
  const list = useBlockList()
  const refusal = useRefusal(blockPubkey)
  const refusalId = useId()
  const refused = { disabled: refusal !== undefined, 'aria-describedby': refusal && refusalId }
  const { text: search, setText: setSearch, sort, setSort } = useAccessSearch()
  const [dialog, setDialog] = useState<DialogName>()
  useAsked('block', () => setDialog('block'))
  const [clearing, setClearing] = useState<BlockedPubkey>()
  const rows = useMemo(() => list.rows ?? [], [list.rows])
  const { column, descending } = sort
  const found = useMemo(
    () => sortBlocked(searchBlocked(rows, search), { column, descending }, language),
    [rows, search, column, descending, language],
  )
  const [selection, setSelection] = useState<RowSelectionState>({})
  const chosen = found.filter(({ pubkey }) => selection[pubkey])

  /** The buttons disappear with the selection, so the focus must move. */
  function clearSelection(): void {
    setSelection({})
    document.getElementById('content')?.focus({ preventScroll: true })
  }
  async function unblockChosen(): Promise<void> {
    const [only, ...others] = chosen
    if (others.length > 0) {
      if (await list.unblockMany(chosen)) clearSelection()
    } else if (only) {
      clearSelection()
      await list.unblock(only)
    }
  }

  return (
    <div className="grid max-w-600 content-start gap-4">
      <Head rows={rows} refused={refused} onImport={() => setDialog('import')} onBlock={() => setDialog('block')} />
      {refusal && (
        <div id={refusalId}>
          <Alert title={refusal} />
        </div>
      )}
      <div className="rounded-md border border-line bg-surface">
        <div className="flex min-h-15 flex-wrap items-center gap-x-4 gap-y-2 border-line border-b px-3 py-3">
          <TextField
            label={t('access.search')}
            labelHidden
            placeholder={t('access.searchHint')}
            type="search"
            value={search}
            onValueChange={next => {
              setSearch(next)
              setSelection({})
            }}
            className="w-full sm:max-w-80"
          />
          <p role="status" className="text-muted text-small tabular-nums">
            <Amount list={list} search={search} found={found.length} />
          </p>
          {chosen.length > 0 && (
            <Chosen
              count={chosen.length}
              isWorking={list.progress !== undefined}
              onClear={clearSelection}
              onUnblock={() => void unblockChosen()}
            />
          )}
        </div>
        {found.length > 0 && (
          <BlockedTable
            rows={found}
            sort={sort}
            onSort={setSort}
            rowSelection={selection}
            onRowSelectionChange={setSelection}
            refusal={refusal}
            onUnblock={row => void list.unblock(row)}
            onDeleteEvents={setClearing}
          />
        )}
        {found.length === 0 && (
          <NoRows
            list={list}
            search={search}
            onClear={() => setSearch('')}
            onBlock={refusal === undefined ? () => setDialog('block') : undefined}
          />
        )}
      </div>
      <Dialogs
        list={list}
        opened={dialog}
        onOpen={setDialog}
        // A key that is looked for and not blocked is the one to block.
        start={found.length === 0 && readPubkey(search) ? search.trim() : ''}
      />
      {clearing && <DeleteEventsDialog row={clearing} onClose={() => setClearing(undefined)} />}
    </div>
  )
}

type DialogName = 'block' | 'import'

interface DialogsProps {
  readonly list: ReturnType<typeof useBlockList>
  readonly opened: DialogName | undefined
  readonly onOpen: (name: DialogName | undefined) => void
  readonly start: string
}

function Dialogs({ list, opened, onOpen, start }: DialogsProps) {
  return (
    <>
      <BlockDialog
        key={start}
        start={start}
        open={opened === 'block'}
        onOpenChange={open => onOpen(open ? 'block' : undefined)}
        onBlocked={() => void list.readAgain()}
      />
      <ImportDialog
        open={opened === 'import'}
        onOpenChange={open => onOpen(open ? 'import' : undefined)}
        known={new Set(list.rows?.map(({ pubkey }) => pubkey))}
        onImport={imported => void list.blockMany(imported)}
      />
    </>
  )
}

interface HeadProps {
  readonly rows: readonly BlockedPubkey[]
  readonly refused: { readonly disabled: boolean; readonly 'aria-describedby': string | undefined }
  readonly onImport: () => void
  readonly onBlock: () => void
}

function Head({ rows, refused, onImport, onBlock }: HeadProps) {
  const { t } = useTexts()
  return (
    <div className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0 max-w-160 flex-1 basis-72">
        <h1 className="font-semibold text-title">{t('shell.nav.access')}</h1>
        <p className="text-muted text-small">{t('access.description')}</p>
      </div>
      <div className="grid grow grid-cols-2 gap-2 sm:flex sm:grow-0 sm:flex-wrap">
        <Button icon={Upload} {...refused} onClick={onImport}>
          {t('access.import')}
        </Button>
        <ExportMenu
          list="blocked-pubkeys"
          disabled={rows.length === 0}
          read={async () => rows.map(asEntry)}
          csvOf={separator => exportCsv(rows, separator)}
        />
        <Button variant="primary" icon={ShieldPlus} className="col-span-2" {...refused} onClick={onBlock}>
          {t('access.block')}
        </Button>
      </div>
    </div>
  )
}

interface ChosenProps {
  readonly count: number
  readonly isWorking: boolean
  readonly onClear: () => void
  readonly onUnblock: () => void
}

function Chosen({ count, isWorking, onClear, onUnblock }: ChosenProps) {
  const { t } = useTexts()
  return (
    <span className="ml-auto flex flex-wrap items-center gap-2">
      <Button size="small" variant="ghost" disabled={isWorking} onClick={onClear}>
        {t('access.clearSelection')}
      </Button>
      <Button size="small" loading={isWorking} onClick={onUnblock}>
        {t('access.unblockMany', { count })}
      </Button>
    </span>
  )
}

interface AmountProps {
  readonly list: ReturnType<typeof useBlockList>
  readonly search: string
  readonly found: number
}

/** How much of the import is done, how many rows match, or how many there are. */
function Amount({ list: { progress, rows }, search, found }: AmountProps) {
  const { t } = useTexts()
  if (progress) return t('access.importDialog.progress', { done: progress.ended, total: progress.total })
  if (search) return t('access.found', { count: found })
  return rows && t('access.count', { count: rows.length })
}

interface NoRowsProps {
  readonly list: ReturnType<typeof useBlockList>
  readonly search: string
  readonly onClear: () => void
  readonly onBlock: (() => void) | undefined
}

/** Replaces the rows: loading, failed, no match, or empty. */
function NoRows({ list: { query }, search, onClear, onBlock }: NoRowsProps) {
  const { t } = useTexts()
  const block = onBlock && (
    <Button variant="primary" icon={ShieldPlus} onClick={onBlock}>
      {t('access.block')}
    </Button>
  )
  if (query.isPending) return <RowsSkeleton rows={6} className="h-9" />
  if (query.error && !query.data)
    return (
      <ErrorState
        message={formFailureText(query.error)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    )
  if (search)
    return (
      <EmptyState
        icon={Search}
        title={t('access.nothingFound.title')}
        text={t('access.nothingFound.text', { search })}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Button onClick={onClear}>{t('access.nothingFound.clear')}</Button>
            {readPubkey(search) !== null && block}
          </div>
        }
      />
    )
  return <EmptyState icon={ShieldCheck} title={t('access.empty.title')} text={t('access.empty.text')} action={block} />
}
