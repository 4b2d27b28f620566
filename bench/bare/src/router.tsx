import { createRouter } from '@tanstack/react-router'
// oxlint-disable-next-line import/no-cycle -- the generated file takes the router's type from here
import { routeTree } from './routeTree.gen.ts'

export function getRouter() {
  return createRouter({ routeTree, scrollRestoration: true })
}
