import { accountEndpoints } from '#contract/account/account.ts'
import type { SettingsChange } from '#contract/schools/schools.settings.ts'
import { type SchoolChange, schoolEndpoints } from '#contract/schools/schools.ts'
import type { ApiFailure } from '#web/api/client.ts'
import { queryFor, useCall } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import type { SectionPlace } from './school-sections.ts'

export const schoolListQuery = queryFor(schoolEndpoints.list, {}, { quiet: true })

export const schoolQuery = (id: number) => queryFor(schoolEndpoints.get, { params: { id } }, { quiet: true })

export const settingsQuery = (id: number) => queryFor(schoolEndpoints.settings, { params: { id } }, { quiet: true })

export const formLinkQuery = (id: number) => queryFor(schoolEndpoints.formLink, { params: { id } }, { quiet: true })

/** A section as it is stored now; `version` null: never changed, the defaults hold. */
export interface StoredSection {
  value: Record<string, unknown>
  version: number | null
}

interface Handlers {
  onFieldErrors?: (errors: Record<string, string>) => void
  onFailure?: (failure: ApiFailure) => Promise<void>
}

// Name, colour and greeting stand in the frame (base data); the rest on this page.
const INVALIDATED = [
  accountEndpoints.basedata,
  schoolEndpoints.list,
  schoolEndpoints.get,
  schoolEndpoints.settings,
  schoolEndpoints.formLink,
]

/** Saves changed keys of a section of the active school, wherever they are kept. */
export const useSectionCall = (id: number, handlers: Handlers = {}) => {
  const options = { ...handlers, invalidates: INVALIDATED }
  const school = useCall(schoolEndpoints.change, options)
  const settings = useCall(schoolEndpoints.changeSettings, options)
  return {
    isRunning: school.isRunning || settings.isRunning,
    /** Without a version whatever is stored is overwritten. */
    run: (place: SectionPlace, value: object, version?: number | null) => {
      // Nothing stored yet is a version, too: who was faster is then noticed.
      const known = version === undefined ? {} : { version: version ?? 0 }
      return place === 'school'
        ? school.run({ params: { id }, body: { ...value, ...known } as SchoolChange })
        : settings.run({ params: { id }, body: { key: place, value, ...known } as SettingsChange })
    },
  }
}

/** What is stored by now, whoever stored it; undefined when it cannot be loaded. */
export const loadSectionAnew = async (id: number, place: SectionPlace): Promise<StoredSection | undefined> => {
  try {
    if (place !== 'school') return (await queryClient.fetchQuery({ ...settingsQuery(id), staleTime: 0 }))[place]
    const value = await queryClient.fetchQuery({ ...schoolQuery(id), staleTime: 0 })
    return { value, version: value.version }
  } catch {
    return undefined
  }
}
