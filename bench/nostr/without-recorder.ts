import { RefusalLog } from '../../apps/relay/src/refusals/refusal-log.ts'

RefusalLog.prototype.note = () => {}
