import { createContext, useContext, type ReactNode } from 'react'

const TimeZone = createContext('UTC')

/** Has times below it told in a zone. */
export function TimeZoneProvider({ timeZone, children }: { timeZone: string; children: ReactNode }) {
  return <TimeZone value={timeZone}>{children}</TimeZone>
}

/** The zone that times are told in. */
export function useTimeZone(): string {
  return useContext(TimeZone)
}
