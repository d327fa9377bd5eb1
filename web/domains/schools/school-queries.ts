import { schoolEndpoints } from '#contract/schools/schools.ts'
import { queryFor } from '#web/api/queries.ts'

export const schoolListQuery = queryFor(schoolEndpoints.list, {}, { quiet: true })

export const schoolQuery = (id: number) => queryFor(schoolEndpoints.get, { params: { id } }, { quiet: true })

export const settingsQuery = (id: number) => queryFor(schoolEndpoints.settings, { params: { id } }, { quiet: true })

export const formLinkQuery = (id: number) => queryFor(schoolEndpoints.formLink, { params: { id } }, { quiet: true })
