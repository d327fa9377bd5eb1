import { type EmployeeDetails, employeeEndpoints } from '#contract/employees/employees.ts'
import { unreachableEndpoints } from '#contract/outboxes/outboxes.unreachable.ts'
import { schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { userEndpoints } from '#contract/users/users.ts'
import { queryFor, renewReplies } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'

export const employeeListQuery = queryFor(employeeEndpoints.list, {})

const POLL_SECONDS = 5

const employeeGet = (id: number) => queryFor(employeeEndpoints.get, { params: { id } }, { quiet: true })

/** One person; asked again while an invitation has not left yet. */
export const employeeQuery = (id: number) => ({
  ...employeeGet(id),
  refetchInterval: ({ state }: { state: { data: EmployeeDetails | undefined } }) =>
    state.data?.account.invitation === 'queued' && POLL_SECONDS * 1000,
})

export const loadEmployeeAnew = (id: number) => queryClient.fetchQuery({ ...employeeGet(id), staleTime: 0 })

export const loadClassAnew = (id: number) =>
  queryClient.fetchQuery({
    ...queryFor(schoolclassEndpoints.get, { params: { id } }, { quiet: true }),
    staleTime: 0,
  })

/** What is no longer true once somebody was changed: classes name their teachers, accounts their invitations. */
export const CHANGED_BY_EMPLOYEES = [
  employeeEndpoints.list,
  employeeEndpoints.get,
  employeeEndpoints.formOptions,
  schoolclassEndpoints.list,
  schoolclassEndpoints.get,
  schoolclassEndpoints.formOptions,
  schoolclassEndpoints.assignedByUser,
  userEndpoints.list,
  unreachableEndpoints.list,
]

export const refreshEmployees = () => renewReplies(CHANGED_BY_EMPLOYEES)
