import { useStatus } from '../../api/queries/use-status.ts'
import { loadTexts } from '../../i18n/load-texts.ts'
import { lazy } from '../../ui/page/lazy.tsx'

const { Part: Troubles } = lazy(async () => {
  await loadTexts('later')
  return (await import('../../features/troubles/trouble-list.tsx')).TroubleList
})

/** Problems for the operator, above every page; nothing if there are none. */
export function TroubleBanner() {
  const { data } = useStatus()
  return <div role="status">{data?.troubles && <Troubles troubles={data.troubles} />}</div>
}
