import { useStatus } from '../../api/queries/use-status.ts'
import { loadTexts } from '../../i18n/load-texts.ts'
import { lazy } from '../../ui/page/lazy.tsx'

const { Part: Troubles } = lazy(async () => {
  await loadTexts('later')
  return (await import('../../features/troubles/trouble-list.tsx')).TroubleList
})

/** What the operator has to look at, above every page; nothing while all is well. */
export function TroubleBanner() {
  const { data } = useStatus()
  return <div role="status">{data?.troubles && <Troubles troubles={data.troubles} />}</div>
}
