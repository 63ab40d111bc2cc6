import { Inbox } from 'lucide-react'
import { Button } from '../../src/ui/buttons/button.tsx'
import { EndlessList } from '../../src/ui/content/endless-list.tsx'
import { QrCode } from '../../src/ui/content/qr-code.tsx'
import { DraftNote } from '../../src/ui/drafts/draft-note.tsx'
import { Alert } from '../../src/ui/states/alert.tsx'
import { Badge } from '../../src/ui/states/badge.tsx'
import { EmptyState } from '../../src/ui/states/empty-state.tsx'
import { ErrorState } from '../../src/ui/states/error-state.tsx'
import { Loaded } from '../../src/ui/states/loaded.tsx'
import { NotForRole } from '../../src/ui/states/not-for-role.tsx'
import { ProgressBar } from '../../src/ui/states/progress-bar.tsx'
import { RolePage } from '../../src/ui/states/role-page.tsx'
import { RowsSkeleton } from '../../src/ui/states/rows-skeleton.tsx'
import { Skeleton } from '../../src/ui/states/skeleton.tsx'
import { Spinner } from '../../src/ui/states/spinner.tsx'
import { WaitIcon } from '../../src/ui/states/wait-icon.tsx'
import { BrandMark } from '../../src/ui/theme/brand-mark.tsx'
import { Specimen, State } from '../state.tsx'
import { useWords } from '../words.ts'

const nothing = () => {}
const endlessQuery = {
  error: null,
  isPending: false,
  isFetching: false,
  hasNextPage: true,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  refetch: async () => nothing,
  fetchNextPage: async () => nothing,
}

const loadedQuery = {
  data: undefined as string | undefined,
  error: null,
  isFetching: false,
  refetch: endlessQuery.refetch,
}

export function Words() {
  const words = useWords()
  return (
    <>
      <Specimen name="Alert">
        {(['info', 'success', 'warning', 'error'] as const).map(kind => (
          <State key={kind} of="plain">
            <Alert kind={kind} title={words('sample')} action={<Button size="small">{words('details')}</Button>}>
              {words('about')}
            </Alert>
          </State>
        ))}
        <State of="long">
          <Alert kind="warning">{words('sentence')}</Alert>
        </State>
      </Specimen>
      <Specimen name="DraftNote">
        <State of="plain">
          <DraftNote at={Date.UTC(2026, 0, 5, 14, 32)} onRestore={nothing} onDiscard={() => nothing} />
        </State>
      </Specimen>
      <Specimen name="Badge">
        <State of="plain">
          <div className="flex flex-wrap gap-2">
            {(['neutral', 'accent', 'ok', 'warn', 'bad'] as const).map(kind => (
              <Badge key={kind} kind={kind}>
                {words('stored')}
              </Badge>
            ))}
          </div>
        </State>
      </Specimen>
      <Lacks />
      <Waits />
      <Specimen name="QrCode">
        <State of="plain">
          <QrCode text="bitcoin:bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080" label={words('name')} />
        </State>
      </Specimen>
      <Specimen name="BrandMark">
        <State of="plain">
          <BrandMark />
        </State>
      </Specimen>
    </>
  )
}

function Waits() {
  const words = useWords()
  return (
    <>
      <Specimen name="Skeleton">
        <State of="loading">
          <Skeleton className="h-9 w-full" />
        </State>
      </Specimen>
      <Specimen name="RowsSkeleton">
        <State of="loading">
          <RowsSkeleton rows={3} className="h-6" />
        </State>
      </Specimen>
      <Specimen name="Spinner">
        <State of="loading">
          <Spinner />
        </State>
      </Specimen>
      <Specimen name="WaitIcon">
        <State of="loading">
          <WaitIcon />
        </State>
      </Specimen>
      <Specimen name="ProgressBar">
        <State of="plain">
          <ProgressBar label={words('sentence')} value={0.4} />
        </State>
      </Specimen>
    </>
  )
}

export function EndlessLists() {
  const words = useWords()
  const failure = () => words('failure')
  const endless = {
    query: endlessQuery,
    isEmpty: false,
    loading: '',
    empty: '',
    more: words('show'),
    failureOf: { list: failure, more: failure },
  }
  return (
    <Specimen name="EndlessList">
      <State of="plain">
        <EndlessList {...endless}>{words('about')}</EndlessList>
      </State>
      <State of="busy">
        <EndlessList {...endless} query={{ ...endlessQuery, isFetchingNextPage: true }}>
          {words('about')}
        </EndlessList>
      </State>
      <State of="failed">
        <EndlessList {...endless} query={{ ...endlessQuery, isFetchNextPageError: true }}>
          {words('about')}
        </EndlessList>
      </State>
    </Specimen>
  )
}

function Lacks() {
  const words = useWords()
  return (
    <>
      <Specimen name="EmptyState">
        <State of="plain">
          <EmptyState title={words('nothing')} />
        </State>
        <State of="filled">
          <EmptyState
            icon={Inbox}
            title={words('nothing')}
            text={words('next')}
            action={<Button>{words('details')}</Button>}
          />
        </State>
        <State of="long">
          <EmptyState icon={Inbox} title={words('sentence')} text={words('sentence')} />
        </State>
      </Specimen>
      <Specimen name="ErrorState">
        <State of="plain">
          <ErrorState message={words('failure')} />
        </State>
        <State of="filled">
          <ErrorState heading="h2" title={words('failed')} message={words('failure')} onRetry={nothing} />
        </State>
        <State of="busy">
          <ErrorState message={words('failure')} onRetry={nothing} retrying />
        </State>
      </Specimen>
      <Specimen name="Loaded">
        <State of="busy">
          <Loaded query={loadedQuery} waiting={<RowsSkeleton rows={1} className="h-10" />} failureOf={String}>
            {text => text}
          </Loaded>
        </State>
      </Specimen>
      <Specimen name="NotForRole">
        <State of="plain">
          <NotForRole title={words('nothing')} text={words('sentence')} />
        </State>
      </Specimen>
      <Specimen name="RolePage">
        <State of="plain">
          <RolePage
            title={words('nothing')}
            description={words('sentence')}
            notAllowed={{ title: words('nothing'), text: words('sentence') }}
          >
            {null}
          </RolePage>
        </State>
      </Specimen>
    </>
  )
}
