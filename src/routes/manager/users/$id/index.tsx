import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/manager/users/$id/')({ component: () => null })
