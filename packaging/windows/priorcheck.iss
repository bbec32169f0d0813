; Priorcheck's installer for Windows, made with Inno Setup 6: iscc /DVersion=0.2.0 packaging\windows\priorcheck.iss
; after `py packaging\dev.py package` made dist\priorcheck. It installs for one user without administrator's rights, or for all.
#ifndef Version
  #error Give the version: iscc /DVersion=1.2.3 priorcheck.iss
#endif

[Setup]
AppId={{8D0C2C0E-5B0B-4C1B-9B53-6B4E0B3B6C11}
AppName=Priorcheck
AppVersion={#Version}
AppVerName=Priorcheck {#Version}
AppPublisher=Priorcheck
VersionInfoVersion={#Version}
DefaultDirName={autopf}\Priorcheck
DefaultGroupName=Priorcheck
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
MinVersion=10.0.17763
LicenseFile=..\..\LICENSE
SetupIconFile=..\..\build\package\priorcheck.ico
UninstallDisplayIcon={app}\priorcheck-window.exe
OutputDir=..\..\dist
OutputBaseFilename=priorcheck-{#Version}-setup
Compression=lzma2/max
SolidCompression=yes
WizardStyle=modern
ChangesAssociations=yes
ChangesEnvironment=yes
CloseApplications=yes
; Given by `iscc /Ssigning=...`, see README.md; without it an unsigned installer is made.
#ifdef Signed
SignTool=signing
SignedUninstaller=yes
#endif

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "es"; MessagesFile: "compiler:Languages\Spanish.isl"

[CustomMessages]
en.OpenProjects=Open Priorcheck projects (.priorcheck) with Priorcheck
es.OpenProjects=Abrir los proyectos de Priorcheck (.priorcheck) con Priorcheck
en.OnThePath=Make the command “priorcheck” known to terminals
es.OnThePath=Dar a conocer la orden “priorcheck” a los terminales

[Tasks]
Name: "desktopicon"; Description: "{cm:CreateDesktopIcon}"; GroupDescription: "{cm:AdditionalIcons}"; Flags: unchecked
Name: "projects"; Description: "{cm:OpenProjects}"
Name: "path"; Description: "{cm:OnThePath}"; Flags: unchecked

[InstallDelete]
; An older version's libraries must not stay beside the newer ones.
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "..\..\dist\priorcheck\*"; DestDir: "{app}"; Flags: ignoreversion recursesubdirs createallsubdirs

[Icons]
Name: "{group}\Priorcheck"; Filename: "{app}\priorcheck-window.exe"
Name: "{autodesktop}\Priorcheck"; Filename: "{app}\priorcheck-window.exe"; Tasks: desktopicon

[Registry]
Root: HKA; Subkey: "Software\Classes\.priorcheck"; ValueType: string; ValueData: "Priorcheck.Project"; Flags: uninsdeletevalue; Tasks: projects
Root: HKA; Subkey: "Software\Classes\Priorcheck.Project"; ValueType: string; ValueData: "Priorcheck project"; Flags: uninsdeletekey; Tasks: projects
Root: HKA; Subkey: "Software\Classes\Priorcheck.Project\DefaultIcon"; ValueType: string; ValueData: "{app}\priorcheck-window.exe,0"; Tasks: projects
Root: HKA; Subkey: "Software\Classes\Priorcheck.Project\shell\open\command"; ValueType: string; ValueData: """{app}\priorcheck-window.exe"" --open ""%1"""; Tasks: projects
Root: HKCU; Subkey: "Environment"; ValueType: expandsz; ValueName: "Path"; ValueData: "{olddata};{app}"; Check: NotOnPath; Tasks: path

[Run]
Filename: "{app}\priorcheck-window.exe"; Description: "{cm:LaunchProgram,Priorcheck}"; Flags: nowait postinstall skipifsilent

[Code]
function NotOnPath: Boolean;
var
  Known: String;
begin
  Result := not RegQueryStringValue(HKEY_CURRENT_USER, 'Environment', 'Path', Known)
    or (Pos(';' + Uppercase(ExpandConstant('{app}')) + ';', ';' + Uppercase(Known) + ';') = 0);
end;

procedure CurUninstallStepChanged(Step: TUninstallStep);
var
  Known, Ours: String;
  At: Integer;
begin
  if Step <> usPostUninstall then
    exit;
  Ours := ';' + ExpandConstant('{app}');
  if RegQueryStringValue(HKEY_CURRENT_USER, 'Environment', 'Path', Known) then
  begin
    At := Pos(Uppercase(Ours), Uppercase(Known));
    if At > 0 then
    begin
      Delete(Known, At, Length(Ours));
      RegWriteExpandStringValue(HKEY_CURRENT_USER, 'Environment', 'Path', Known);
    end;
  end;
end;
