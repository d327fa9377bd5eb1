import type { ExportOptions } from '#contract/pupilexports/pupilexports.ts'

/** Files and headings of OneRoster CSV 1.2 in their order (domain §6.7). */

const BULK = ['sourcedId', 'status', 'dateLastModified']

const USERS = [
  ...BULK,
  ...['enabledUser', 'username', 'userIds', 'givenName', 'familyName', 'middleName', 'identifier', 'email', 'sms'],
  ...['phone', 'agentSourcedIds', 'grades', 'password', 'userMasterIdentifier'],
]
const USERS_TAIL = [
  ...['preferredGivenName', 'preferredMiddleName', 'preferredFamilyName', 'primaryOrgSourcedId', 'pronouns'],
]

export const ONEROSTER_HEADINGS = {
  orgs: [...BULK, 'name', 'type', 'identifier', 'parentSourcedId'],
  academicSessions: [...BULK, 'title', 'type', 'startDate', 'endDate', 'parentSourcedId', 'schoolYear'],
  courses: [
    ...BULK,
    ...['schoolYearSourcedId', 'title', 'courseCode', 'grades', 'orgSourcedId', 'subjects', 'subjectCodes'],
  ],
  classes: [
    ...BULK,
    ...['title', 'grades', 'courseSourcedId', 'classCode', 'classType', 'location', 'schoolSourcedId'],
    ...['termSourcedIds', 'subjects', 'subjectCodes', 'periods'],
  ],
  users: [...USERS, ...USERS_TAIL],
  roles: [
    ...BULK,
    ...['userSourcedId', 'roleType', 'role', 'beginDate', 'endDate', 'orgSourcedId', 'userProfileSourcedId'],
  ],
  enrollments: [
    ...BULK,
    ...['classSourcedId', 'schoolSourcedId', 'userSourcedId', 'role', 'primary', 'beginDate', 'endDate'],
  ],
  demographics: [
    ...BULK,
    ...['birthDate', 'sex', 'americanIndianOrAlaskaNative', 'asian', 'blackOrAfricanAmerican'],
    ...['nativeHawaiianOrOtherPacificIslander', 'white', 'demographicRaceTwoOrMoreRaces'],
    ...['hispanicOrLatinoEthnicity', 'countryOfBirthCode', 'stateOfBirthAbbreviation', 'cityOfBirth'],
    'publicSchoolResidenceStatus',
  ],
} as const

export type OneRosterFile = keyof typeof ONEROSTER_HEADINGS

/** Version 1.2 has a column that 1.2.1 removed. */
export const headingsOf = (file: OneRosterFile, compat: ExportOptions['compat']) =>
  file === 'users' && compat === '1.2' ? [...USERS, 'resourceSourcedIds', ...USERS_TAIL] : ONEROSTER_HEADINGS[file]

/** All files that a manifest mentions, in its order; a school has no data for most of them. */
export const MANIFEST_FILES = [
  ...['academicSessions', 'categories', 'classes', 'classResources', 'courses', 'courseResources', 'demographics'],
  ...['enrollments', 'lineItemLearningObjectiveIds', 'lineItems', 'lineItemScoreScales', 'orgs', 'resources'],
  ...['resultLearningObjectiveIds', 'results', 'resultScoreScales', 'roles', 'scoreScales', 'userProfiles'],
  ...['userResources', 'users'],
]
