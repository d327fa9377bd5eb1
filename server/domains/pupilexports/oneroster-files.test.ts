import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ExportSchool, openExportSchool } from '#server/test/export-school.ts'

let school: ExportSchool
beforeAll(async () => {
  school = await openExportSchool()
})
afterAll(() => school.app.stop())

const read = (files: Record<string, string>, name: string) =>
  parse(files[`${name}.csv`] ?? '', { columns: true }) as Record<string, string>[]

const head = (text = '') => text.split('\r\n')[0]

/** Domain §6.7 and the CSV binding 1.2.1. */
const HEADS = {
  orgs: 'sourcedId,status,dateLastModified,name,type,identifier,parentSourcedId',
  academicSessions: 'sourcedId,status,dateLastModified,title,type,startDate,endDate,parentSourcedId,schoolYear',
  courses:
    'sourcedId,status,dateLastModified,schoolYearSourcedId,title,courseCode,grades,orgSourcedId,subjects,subjectCodes',
  classes:
    'sourcedId,status,dateLastModified,title,grades,courseSourcedId,classCode,classType,location,schoolSourcedId,termSourcedIds,subjects,subjectCodes,periods',
  users:
    'sourcedId,status,dateLastModified,enabledUser,username,userIds,givenName,familyName,middleName,identifier,email,sms,phone,agentSourcedIds,grades,password,userMasterIdentifier,preferredGivenName,preferredMiddleName,preferredFamilyName,primaryOrgSourcedId,pronouns',
  roles:
    'sourcedId,status,dateLastModified,userSourcedId,roleType,role,beginDate,endDate,orgSourcedId,userProfileSourcedId',
  enrollments:
    'sourcedId,status,dateLastModified,classSourcedId,schoolSourcedId,userSourcedId,role,primary,beginDate,endDate',
}

test('the archive holds the files with rows, their heads as bound, and a manifest of all', async () => {
  const files = await school.filesOf({ format: 'oneroster' })
  expect(Object.keys(files).sort()).toEqual(['manifest.csv', ...Object.keys(HEADS).map((name) => `${name}.csv`)].sort())
  for (const [name, expected] of Object.entries(HEADS)) expect(head(files[`${name}.csv`]), name).toBe(expected)
  expect(files['manifest.csv']).toBe(
    [
      'propertyName,value',
      'manifest.version,1.0',
      'oneroster.version,1.2.1',
      'file.academicSessions,bulk',
      'file.categories,absent',
      'file.classes,bulk',
      'file.classResources,absent',
      'file.courses,bulk',
      'file.courseResources,absent',
      'file.demographics,absent',
      'file.enrollments,bulk',
      'file.lineItemLearningObjectiveIds,absent',
      'file.lineItems,absent',
      'file.lineItemScoreScales,absent',
      'file.orgs,bulk',
      'file.resources,absent',
      'file.resultLearningObjectiveIds,absent',
      'file.results,absent',
      'file.resultScoreScales,absent',
      'file.roles,bulk',
      'file.scoreScales,absent',
      'file.userProfiles,absent',
      'file.userResources,absent',
      'file.users,bulk',
      'source.systemName,Schulhof',
      'source.systemCode,fsw',
      '',
    ].join('\r\n'),
  )
})

test('rows are bulk, without phone or password, and stable under their ids', async () => {
  const files = await school.filesOf({ format: 'oneroster' })
  const { fsw, leader, second, oneA } = school
  expect(files['orgs.csv']?.split('\r\n')[1]).toBe(`sch-${fsw},,,"Freie Schule ""Wald""",school,123456,`)
  const users = files['users.csv']?.split('\r\n') ?? []
  expect(users[1]).toBe(`pu-FSW-00001,,,true,FSW-00001,,Ada,=1+1,,FSW-00001,Ada@wald.example,,,,01,,,,,,sch-${fsw},`)
  expect(users[5]).toBe(`pu-FSW-00005,,,false,FSW-00005,,Weg,Gezogen,,FSW-00005,,,,,,,,,,,sch-${fsw},`)
  expect(users[6]).toBe(`em-${leader},,,true,le@wald.example,,Lea,Lehr,,Le,le@wald.example,,,,,,,,,,sch-${fsw},`)
  const [year] = read(files, 'academicSessions')
  expect(year).toMatchObject({ title: '2026/2027', type: 'schoolYear', schoolYear: '2027' })
  expect(read(files, 'classes')[0]).toMatchObject({
    sourcedId: `cl-${oneA}`,
    title: '1a',
    grades: '01',
    classType: 'homeroom',
    termSourcedIds: year?.sourcedId,
  })
  const primary = read(files, 'enrollments').filter((one) => one.primary === 'true')
  expect(primary.map(({ userSourcedId, classSourcedId }) => [userSourcedId, classSourcedId])).toEqual([
    [`em-${leader}`, `cl-${oneA}`],
  ])
  expect(read(files, 'roles').filter(({ userSourcedId }) => userSourcedId === `em-${second}`)).toHaveLength(1)
  for (const name of Object.keys(HEADS))
    for (const row of read(files, name)) expect([row.status, row.dateLastModified], name).toEqual(['', ''])
})

/** The file to which a field refers. */
const TARGETS = {
  primaryOrgSourcedId: 'orgs',
  orgSourcedId: 'orgs',
  schoolSourcedId: 'orgs',
  schoolYearSourcedId: 'academicSessions',
  termSourcedIds: 'academicSessions',
  courseSourcedId: 'courses',
  classSourcedId: 'classes',
  userSourcedId: 'users',
}

test('every id that is referred to is there, once', async () => {
  const files = await school.filesOf({ format: 'oneroster', options: { demographics: true } })
  const names = [...Object.keys(HEADS), 'demographics']
  const ids = Object.fromEntries(names.map((name) => [name, read(files, name).map(({ sourcedId }) => sourcedId)]))
  for (const [name, list] of Object.entries(ids)) expect(new Set(list).size, name).toBe(list.length)
  const rows = names.flatMap((name) => read(files, name))
  const references = Object.entries(TARGETS).flatMap(([field, target]) =>
    rows.flatMap((row) => (row[field] ? [{ target, id: row[field] }] : [])),
  )
  expect(references.length).toBeGreaterThan(30)
  expect(references.filter(({ target, id }) => !ids[target]?.includes(id))).toEqual([])
  expect(ids.demographics?.every((id) => ids.users?.includes(id))).toBe(true)
})

test('demographics come on request only, the column of 1.2 for who reads 1.2', async () => {
  const files = await school.filesOf({ format: 'oneroster', options: { demographics: true, compat: '1.2' } })
  expect(files['demographics.csv']?.split('\r\n').slice(0, 2)).toEqual([
    'sourcedId,status,dateLastModified,birthDate,sex,americanIndianOrAlaskaNative,asian,blackOrAfricanAmerican,nativeHawaiianOrOtherPacificIslander,white,demographicRaceTwoOrMoreRaces,hispanicOrLatinoEthnicity,countryOfBirthCode,stateOfBirthAbbreviation,cityOfBirth,publicSchoolResidenceStatus',
    'pu-FSW-00001,,,2018-05-03,female,,,,,,,,,,,',
  ])
  expect(head(files['users.csv'])).toBe(
    HEADS.users.replace('MasterIdentifier,', 'MasterIdentifier,resourceSourcedIds,'),
  )
  expect(files['manifest.csv']).toContain('oneroster.version,1.2\r\n')
  expect(files['manifest.csv']).toContain('file.demographics,bulk')
})

test('a selection without any class is whole as well', async () => {
  const files = await school.filesOf({ format: 'oneroster', ids: [school.left] })
  expect(Object.keys(files).sort()).toEqual([
    'academicSessions.csv',
    'manifest.csv',
    'orgs.csv',
    'roles.csv',
    'users.csv',
  ])
  expect(files['manifest.csv']).toContain('file.classes,absent')
})
