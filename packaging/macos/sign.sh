#!/usr/bin/env bash
# Signs, packs and notarises Priorcheck.app on macOS: packaging/macos/sign.sh VERSION
#
# Needs  PRIORCHECK_SIGNING_IDENTITY  such as "Developer ID Application: NAME (TEAM)", in the keychain,
# and    PRIORCHECK_NOTARY_PROFILE    made once with `xcrun notarytool store-credentials`.
set -euo pipefail

version=${1:?give the version, such as 0.2.0}
identity=${PRIORCHECK_SIGNING_IDENTITY:?name the certificate}
profile=${PRIORCHECK_NOTARY_PROFILE:?name the profile of notarytool}
here=$(cd "$(dirname "$0")" && pwd)
dist=$(cd "$here/../../dist" && pwd)
app="$dist/Priorcheck.app"
image="$dist/priorcheck-$version.dmg"

# From the inside out: libraries first, the whole last. Only the program itself gets entitlements.
find "$app/Contents" -type f \( -name '*.dylib' -o -name '*.so' \) -print0 |
  xargs -0 -n 20 codesign --force --timestamp --options runtime --sign "$identity"
find "$app/Contents/Frameworks" -type d -name '*.framework' -print0 |
  xargs -0 -n 1 codesign --force --timestamp --options runtime --sign "$identity"
codesign --force --timestamp --options runtime --entitlements "$here/entitlements.plist" --sign "$identity" "$app"
codesign --verify --deep --strict --verbose=2 "$app"

staging=$(mktemp -d)
trap 'rm -rf "$staging"' EXIT
cp -R "$app" "$staging/"
ln -s /Applications "$staging/Applications"
hdiutil create -volname "Priorcheck $version" -srcfolder "$staging" -ov -format UDZO "$image"
codesign --force --timestamp --sign "$identity" "$image"

xcrun notarytool submit "$image" --keychain-profile "$profile" --wait
xcrun stapler staple "$image"
spctl --assess --type open --context context:primary-signature --verbose=2 "$image"
