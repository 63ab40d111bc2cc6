import { createRootRoute, createRouter, Outlet } from '@tanstack/react-router'

export function createConsoleRouter() {
  return createRouter({ routeTree: createRootRoute({ component: Outlet }) })
}
