import { messages } from '@hornets/contract'
import { ApiError } from '@hornets/server/api-error'
import type { FastifyInstance } from 'fastify'
import type { MetricsService } from './metrics-service.ts'

/** For Prometheus, which signs in with METRICS_TOKEN alone. Without one there is no such path. */
export function metricsRoutes(app: FastifyInstance, metrics: MetricsService): void {
  if (!metrics.isOn) return
  app.get('/metrics', async (request, reply) => {
    if (!metrics.opens(request.headers.authorization)) throw new ApiError('unauthorized', messages.metricsToken)
    return reply.header('content-type', 'text/plain; version=0.0.4; charset=utf-8').send(await metrics.text())
  })
}
