import * as contract from '@hornets/contract/admin/notifications/delivery'
import type { Serve } from '@hornets/server/http/serve'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import type { DeliveryService } from './delivery-service.ts'

export function deliveryRoutes(serve: Serve<AdminSession>, delivery: DeliveryService): void {
  serve(contract.getDelivery, ({ session }) => delivery.read(session))
  serve(contract.saveDelivery, ({ session, body }) => delivery.save(session, body))
  serve(contract.addDevice, ({ session, body }) => delivery.addDevice(session, body))
  serve(contract.addWebhook, ({ session, body }) => delivery.addWebhook(session, body))
  serve(contract.removeTarget, ({ session, params }) => delivery.remove(session, params.id))
  serve(contract.testTarget, ({ session, body }) => delivery.test(session, body.id))
}
