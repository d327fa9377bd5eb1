import { expect, test } from 'vitest'
import { changesOf as changesIn, type FieldValues, inputsOf, sentOf } from '#web/forms/fields.ts'
import { rebased } from '#web/forms/use-stale-form.ts'
import { ACCOUNT_FIELDS, firstRights, holderOf, isAsked, isOwnMove, offeredRoles } from './user-rules.ts'

const fieldsFor = (values: FieldValues) => ACCOUNT_FIELDS.filter(({ key }) => isAsked(key, values))
const changesOf = (values: FieldValues, before: FieldValues) => changesIn(fieldsFor(values), before, values)
const newUserOf = (values: FieldValues) => sentOf(fieldsFor(values), values)

const head = inputsOf(ACCOUNT_FIELDS, { name: 'Eva Berg', email: 'eva@example.org', roles: ['schooladmin'] })

test('only what was changed is sent', () => {
  expect(changesOf(head, head)).toEqual({})
  expect(changesOf({ ...head, name: 'Eva Wald' }, head)).toEqual({ name: 'Eva Wald' })
  expect(changesOf({ ...head, may_manage_users: true }, head)).toEqual({ may_manage_users: true })
  expect(changesOf({ ...head, roles: [] }, head)).toEqual({ roles: [] })
})

test('personal rights go only with the role they belong to', () => {
  expect(newUserOf({ ...head, may_view_sensitive: true })).toMatchObject({
    roles: ['schooladmin'],
    may_view_sensitive: true,
  })
  expect(newUserOf({ ...head, roles: ['viewer'], may_view_sensitive: true })).not.toHaveProperty('may_view_sensitive')
  expect(changesOf({ ...head, roles: ['viewer'], may_manage_users: true }, head)).toEqual({ roles: ['viewer'] })
})

test('only another address of the own account asks for the password', () => {
  const stored = { is_self: true, email: String(head.email) }
  expect(isOwnMove({ ...head, email: 'eva.neu@example.org' }, stored)).toBe(true)
  expect(isOwnMove({ ...head, email: ' Eva@Example.org ', name: 'Eva Wald' }, stored)).toBe(false)
  expect(isOwnMove({ ...head, email: 'eva.neu@example.org' }, { ...stored, is_self: false })).toBe(false)
  expect(isOwnMove({ ...head, email: 'eva.neu@example.org' }, undefined)).toBe(false)
})

test('no role above the own one is offered', () => {
  expect(offeredRoles('admin')[0]).toBe('admin')
  expect(offeredRoles('schooladmin')).toEqual(['schooladmin', 'teacher_level_1', 'viewer'])
  expect(offeredRoles(null)).toEqual([])
})

test('after a conflict only the own changes lie on top of what is stored', () => {
  const mine = { ...head, roles: ['viewer'] }
  const stored = { ...head, name: 'Eva Wald', roles: ['teacher_level_1'] }
  expect(rebased<FieldValues>(mine, head, stored)).toEqual({ ...stored, roles: ['viewer'] })
  expect(changesOf(rebased<FieldValues>(mine, head, stored), stored)).toEqual({ roles: ['viewer'] })
})

test('an address that one sees at another account is known, however it is typed', () => {
  const users = [
    { id: 1, name: 'Eva Berg', email: 'eva@example.org' },
    { id: 2, name: 'Udo Wald', email: 'udo@example.org' },
  ]
  expect(holderOf(' Udo@Example.org ', users, 1)).toBe('Udo Wald')
  expect(holderOf('eva@example.org', users, 1)).toBeUndefined()
  expect(holderOf('eva@example.org', users)).toBe('Eva Berg')
  expect(holderOf('eva@example.or', users)).toBeUndefined()
})

test('the first Schulleitung of the school begins with the rights one may give', () => {
  const head = { isSchoolAdmin: true, schools: [{ id: 1, short: 'fsw' }] }
  const choice = { schoolId: 1, mayGive: (right: string) => right === 'may_manage_users' }
  const role = 'schooladmin'
  const rights = { may_view_sensitive: false, may_manage_users: true }
  expect(firstRights(role, { ...choice, users: [] })).toEqual(rights)
  expect(firstRights(role, { ...choice, users: [head], schoolId: 2 })).toEqual(rights)
  expect(firstRights(role, { ...choice, users: [head] })).toEqual({})
  expect(firstRights('viewer', { ...choice, users: [] })).toEqual({})
})
