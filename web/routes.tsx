import { lazy } from 'react'
import { SicknoteReportWidget } from './domains/sicknotes/SicknoteDialogWidget.tsx'
import { mailRoutes } from './mail-routes.tsx'
import { paths } from './paths.ts'
import { privacyRoutes } from './privacy-routes.tsx'
import { pupilRoutes } from './pupil-routes.tsx'
import type { FrameParts } from './shell/frame-dialogs.ts'
import { ofSchool, type PageRoute, pageIn } from './shell/page-route.ts'
import { textRoutes } from './text-routes.tsx'

/** Every page of the staff app (spec §2); a page is reachable once it stands here. Its entry in the menu is in `shell/drawer-entries.ts`. */
export const routes: readonly PageRoute[] = [
  {
    path: paths.home,
    title: 'Start',
    access: 'public',
    page: pageIn(() => import('./domains/dashboard/HomePage.tsx'), 'HomePage'),
  },
  {
    ...ofSchool('manage pupil'),
    path: paths.firstSteps,
    title: 'Erste Schritte',
    page: pageIn(() => import('./domains/firststeps/FirstStepsPage.tsx'), 'FirstStepsPage'),
  },
  {
    path: paths.login,
    title: 'Login',
    access: 'public',
    page: pageIn(() => import('./domains/account/StaffLoginPage.tsx'), 'StaffLoginPage'),
  },
  {
    path: paths.providerReturn,
    title: 'Login',
    access: 'public',
    page: pageIn(() => import('./domains/account/providers/StaffProviderReturnPage.tsx'), 'StaffProviderReturnPage'),
  },
  {
    path: paths.forgotPassword,
    title: 'Passwort vergessen',
    access: 'public',
    page: pageIn(() => import('./domains/account/ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
  },
  {
    path: paths.resetPassword,
    title: 'Neues Passwort',
    access: 'public',
    page: pageIn(() => import('./domains/account/ResetPasswordPage.tsx'), 'ResetPasswordPage'),
  },
  {
    path: paths.profile,
    title: 'Profil',
    access: 'auth',
    page: pageIn(() => import('./domains/account/ProfilePage.tsx'), 'ProfilePage'),
  },
  {
    path: paths.logout,
    title: 'Abmelden',
    access: 'public',
    page: pageIn(() => import('./domains/account/LogoutPage.tsx'), 'LogoutPage', 'logOut'),
  },
  {
    path: paths.setup,
    title: 'Einrichtung',
    access: 'public',
    page: pageIn(() => import('./domains/schools/SetupPage.tsx'), 'SetupPage'),
  },
  {
    path: paths.changelog,
    title: 'ChangeLog',
    access: 'auth',
    offeredTo: 'view changelog',
    page: pageIn(() => import('./domains/changelog/ChangelogPage.tsx'), 'ChangelogPage', 'loadChangelog'),
  },
  {
    ...ofSchool('manage users'),
    path: paths.users,
    title: 'Benutzer Verwaltung',
    page: pageIn(() => import('./domains/users/UsersPage.tsx'), 'UsersPage'),
  },
  {
    ...ofSchool('manage users'),
    path: paths.userlog,
    title: 'Benutzeraktionen',
    page: pageIn(() => import('./domains/userlog/UserlogPage.tsx'), 'UserlogPage'),
  },
  {
    path: paths.systemState,
    title: 'Systemzustand',
    access: 'auth',
    permissions: ['debug view'],
    page: pageIn(() => import('./domains/systemstates/SystemStatePage.tsx'), 'SystemStatePage'),
  },
  {
    path: paths.identityProviders,
    title: 'Anmeldedienste',
    access: 'auth',
    permissions: ['debug view'],
    page: pageIn(() => import('./domains/identityproviders/IdentityProvidersPage.tsx'), 'IdentityProvidersPage'),
  },
  {
    ...ofSchool('view pupil sensitive'),
    path: paths.viewLogs,
    title: 'Einsichten',
    page: pageIn(() => import('./domains/viewlogs/ViewlogsPage.tsx'), 'ViewlogsPage'),
  },
  {
    path: paths.createUser,
    title: 'Neuen User Anlegen',
    access: 'auth',
    offeredTo: 'manage user',
    page: pageIn(() => import('./domains/users/CreateUserPage.tsx'), 'CreateUserPage'),
  },
  {
    ...ofSchool('manage schoolyear'),
    path: paths.schools,
    title: 'Schulverwaltung',
    page: pageIn(() => import('./domains/schools/SchoolsPage.tsx'), 'SchoolsPage', 'loadSchool'),
  },
  {
    ...ofSchool('manage schoolyear'),
    path: paths.formPoster,
    title: 'Aushang zum Bewerbungsformular',
    page: pageIn(() => import('./domains/schools/SchoolPosterPage.tsx'), 'SchoolPosterPage', 'loadPoster'),
  },
  {
    ...ofSchool('manage schoolyear'),
    path: paths.mailWordings,
    title: 'Mailvorlagen',
    page: pageIn(() => import('./domains/mailwordings/MailWordingsPage.tsx'), 'MailWordingsPage', 'loadMailWordings'),
  },
  {
    ...ofSchool('manage schoolgrade'),
    path: paths.schoolgrades,
    title: 'Klassenstufen',
    page: pageIn(() => import('./domains/schoolgrades/SchoolgradesPage.tsx'), 'SchoolgradesPage'),
  },
  {
    path: paths.addSchool,
    title: 'Schule anlegen',
    access: 'auth',
    permissions: ['debug view'],
    page: pageIn(() => import('./domains/schools/AddSchoolPage.tsx'), 'AddSchoolPage'),
  },
  ...pupilRoutes,
  {
    ...ofSchool('manage schoolyear'),
    path: paths.schoolyears,
    title: 'Schuljahre',
    page: pageIn(() => import('./domains/schoolyears/SchoolyearsPage.tsx'), 'SchoolyearsPage'),
  },
  {
    ...ofSchool('manage schoolyear'),
    path: paths.schoolyear('$id'),
    title: 'Schuljahr',
    page: pageIn(() => import('./domains/schoolyears/SchoolyearPage.tsx'), 'SchoolyearPage', 'loadSchoolyear'),
  },
  {
    ...ofSchool('view schoolclasses', 'view attached schoolclasses'),
    path: paths.schoolclasses,
    title: 'Klassen',
    page: pageIn(
      () => import('./domains/schoolclasses/SchoolclassesPage.tsx'),
      'SchoolclassesPage',
      'loadSchoolclasses',
    ),
  },
  {
    ...ofSchool('view schoolclasses', 'view attached schoolclasses'),
    path: paths.schoolclass('$id'),
    title: 'Klasse',
    page: pageIn(() => import('./domains/schoolclasses/SchoolclassPage.tsx'), 'SchoolclassPage', 'loadSchoolclass'),
  },
  {
    ...ofSchool('manage pupil', 'view attached pupil'),
    path: paths.absenceReport,
    title: 'Fehlzeiten',
    page: pageIn(() => import('./domains/absences/AbsenceReportPage.tsx'), 'AbsenceReportPage', 'loadAbsenceReport'),
  },
  {
    ...ofSchool('manage schoolyear'),
    path: paths.rollover,
    title: 'Schuljahreswechsel',
    page: pageIn(() => import('./domains/rollovers/RolloverPage.tsx'), 'RolloverPage', 'loadRollovers'),
  },
  {
    ...ofSchool('manage employee'),
    path: paths.employees,
    title: 'Mitarbeitende',
    page: pageIn(() => import('./domains/employees/EmployeesPage.tsx'), 'EmployeesPage'),
  },
  {
    ...ofSchool('manage employee'),
    path: paths.employeeImport,
    title: 'Mitarbeitende importieren',
    footerUseDialogs: true,
    page: pageIn(() => import('./domains/employeeimports/EmployeeImportPage.tsx'), 'EmployeeImportPage'),
  },
  {
    ...ofSchool('manage employee'),
    path: paths.employee('$id'),
    title: 'Mitarbeitende',
    page: pageIn(() => import('./domains/employees/EmployeePage.tsx'), 'EmployeePage', 'loadEmployee'),
  },
  {
    ...ofSchool(),
    path: paths.sicknotes,
    title: 'Krankmeldungen',
    page: pageIn(() => import('./domains/sicknotes/SicknotesPage.tsx'), 'SicknotesPage'),
  },
  {
    ...ofSchool('manage pupil application'),
    path: paths.registrations,
    title: 'Bewerbungen',
    page: pageIn(() => import('#web/domains/registrations/RegistrationsPage.tsx'), 'RegistrationsPage'),
  },
  {
    ...ofSchool('manage pupil application'),
    path: paths.registration('$id'),
    title: 'Bewerbung',
    page: pageIn(
      () => import('./domains/registrations/details/RegistrationDetailsPage.tsx'),
      'RegistrationDetailsPage',
      'loadRegistration',
    ),
  },
  {
    ...ofSchool('manage pupil application'),
    path: paths.waitlist,
    title: 'Warteliste',
    page: pageIn(() => import('./domains/waitlists/WaitlistPage.tsx'), 'WaitlistPage', 'loadWaitlist'),
  },
  {
    ...ofSchool('manage pupil application'),
    path: paths.registrationEdit('$id'),
    title: 'Bewerbung bearbeiten',
    footerUseDialogs: true,
    page: pageIn(
      () => import('./domains/registrations/edit/RegistrationEditPage.tsx'),
      'RegistrationEditPage',
      'loadEditedRegistration',
    ),
  },
  {
    ...ofSchool('manage pupil application'),
    path: paths.registrationStats,
    title: 'Statistik der Bewerbungen',
    page: pageIn(() => import('./domains/registrationstats/RegistrationStatsPage.tsx'), 'RegistrationStatsPage'),
  },
  {
    ...ofSchool('manage pupil application'),
    path: paths.newRegistration,
    title: 'Neue Bewerbung',
    footerUseDialogs: true,
    page: pageIn(
      () => import('./domains/registrations/edit/NewRegistrationPage.tsx'),
      'NewRegistrationPage',
      'loadFormFacts',
    ),
  },
  {
    ...ofSchool('manage pupil application'),
    path: paths.registrationImport,
    title: 'Bewerbungen importieren',
    footerUseDialogs: true,
    page: pageIn(() => import('./domains/registrations/import/RegistrationImportPage.tsx'), 'RegistrationImportPage'),
  },
  ...mailRoutes,
  ...privacyRoutes,
  ...textRoutes,
]

/** What the frame shows of domains. */
export const frameParts: FrameParts = {
  MailTest: lazy(() =>
    import('./domains/mailtest/MailTestDialog.tsx').then(({ MailTestDialog }) => ({ default: MailTestDialog })),
  ),
  SicknoteReport: SicknoteReportWidget,
  SystemBanner: lazy(() =>
    import('./domains/systemstates/SystemBanner.tsx').then(({ SystemBanner }) => ({ default: SystemBanner })),
  ),
  QuickView: lazy(() =>
    import('./domains/pupils/PupilQuickDialog.tsx').then(({ PupilQuickDialog }) => ({ default: PupilQuickDialog })),
  ),
  LegalText: lazy(() =>
    import('./domains/legal/LegalDialog.tsx').then(({ LegalDialog }) => ({ default: LegalDialog })),
  ),
}
